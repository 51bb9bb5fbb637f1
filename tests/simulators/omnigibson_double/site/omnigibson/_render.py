"""Draws prims as a USD camera sees them: looks along -z, square pixels, planes near and far; first hit, glass too."""

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene

FAR_SKY = (180, 205, 235)


def quaternion_matrix(q):
    """Rotation of (x, y, z, w), from its action on the three axes (not the formula that the code under test uses)."""
    u, w = np.asarray(q[:3], float), float(q[3])
    return np.stack([2 * u @ e * u + (w * w - u @ u) * e + 2 * w * np.cross(u, e) for e in np.eye(3)], axis=1)


class Drawing:
    """What one state of the stage looks like."""

    def __init__(self, prims):
        self.prims = [p for p in prims if p.points is not None and not p.guide and p.shown]
        corners, owners = [], []
        for number, prim in enumerate(self.prims):
            world = np.asarray(prim.points, float) @ prim.matrix[:3, :3].T + prim.matrix[:3, 3]
            corners.append(world[np.asarray(prim.faces, int)])
            owners.append(np.full(len(prim.faces), number))
        self.corners = np.concatenate(corners) if corners else np.zeros((0, 3, 3))
        self.owner = np.concatenate(owners) if owners else np.zeros(0, int)
        self.scene = EmbreeScene()
        if len(self.corners):
            self._keep = TriangleMesh(self.scene, self.corners.astype(np.float32))
        a, b, c = self.corners[:, 0], self.corners[:, 1], self.corners[:, 2]
        self.normal = np.cross(b - a, c - a)

    def picture(self, width, height, position, orientation, focal_mm, aperture_mm, near, parallel):
        """(rgba, planar depth, Euclidean depth, number of the prim or -1), each (height, width)."""
        u, v = np.meshgrid(np.arange(width) + 0.5 - width / 2, np.arange(height) + 0.5 - height / 2)
        rotation = quaternion_matrix(orientation)
        if parallel:  # the aperture is in tenths of a metre
            scale = aperture_mm / 10 / width
            local = np.stack([np.zeros_like(u), np.zeros_like(u), -np.ones_like(u)], -1).reshape(-1, 3)
            offset = np.stack([u * scale, -v * scale, np.zeros_like(u)], -1).reshape(-1, 3)
        else:
            f = width * focal_mm / aperture_mm
            local = np.stack([u / f, -v / f, -np.ones_like(u)], -1).reshape(-1, 3)
            offset = np.zeros_like(local)
        rays = local @ rotation.T
        start = np.asarray(position, float) + offset @ rotation.T + rays * near
        triangle = np.full(len(rays), -1)
        if len(self.corners):
            triangle = self.scene.run(start.astype(np.float32), rays.astype(np.float32))
        hit = triangle >= 0
        depth = np.full(len(rays), np.inf)
        n, a = self.normal[triangle[hit]], self.corners[triangle[hit], 0]
        depth[hit] = near + ((a - start[hit]) * n).sum(1) / (rays[hit] * n).sum(1)
        prim = np.full(len(rays), -1)
        prim[hit] = self.owner[triangle[hit]]
        rgba = np.full((len(rays), 4), 255, np.uint8)
        rgba[:, :3] = FAR_SKY
        if hit.any():
            colors = np.array([p.color for p in self.prims], float)[prim[hit]]
            shade = 0.45 + 0.5 * np.abs((rays[hit] * n).sum(1)) / (
                np.linalg.norm(rays[hit], axis=1) * np.linalg.norm(n, axis=1)
            )
            rgba[hit, :3] = np.clip(colors * shade[:, None] * 255, 0, 255).astype(np.uint8)
        shape = (height, width)
        length = depth * np.linalg.norm(rays, axis=1)
        return (
            rgba.reshape(*shape, 4),
            depth.reshape(shape).astype(np.float32),
            length.reshape(shape).astype(np.float32),
            prim.reshape(shape),
        )
