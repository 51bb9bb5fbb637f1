"""Which triangles of the building nobody can see from behind: a wall's other side, a ceiling's other face stand before
them. Left out of pictures they save as much drawing as the front of the wall costs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gstgen.simulators.embedded.rays import RayScene
from gstgen.simulators.embedded.triangles import TriangleSet

THICKEST_M = 0.8  # of walls and ceilings
START_M = 1e-4  # behind the triangle, so that a ray does not hit where it begins
OPPOSED = -0.99  # product of two unit normals that look away from each other
# Places on a triangle that are tried (barycentric): its middle, near its corners, near the middles of its sides.
PLACES = np.array([(1, 1, 1), (58, 1, 1), (1, 58, 1), (1, 1, 58), (29, 29, 2), (2, 29, 29), (29, 2, 29)], np.float32)
PLACES /= PLACES.sum(1, keepdims=True)


def backed_faces(triangles: TriangleSet) -> NDArray[np.bool_]:
    """(F) building triangles that have, all over, a surface of their own instance close behind them that looks the
    other way: an eye that is not between the two sees that one instead of their backs.

    False where a triangle is wound against its normals: nothing is known about the back of such a surface.
    """
    result = np.zeros(len(triangles.faces), bool)
    building = np.flatnonzero(triangles.building & ~triangles.kind_mask("glass", "cutout"))
    if not len(building):
        return result
    corners = triangles.corners(building)
    normals = triangles.face_normals[building]
    instance = triangles.instance[building]
    places = np.einsum("pk,nkc->npc", PLACES, corners).reshape(-1, 3)
    inward = np.repeat(-normals, len(PLACES), 0)
    hits = RayScene(corners).first_hits(places + inward * np.float32(START_M), inward, THICKEST_M)
    met = hits.triangle
    met_normals = normals[met].reshape(len(building), len(PLACES), 3)
    opposed = np.einsum("npc,nc->np", met_normals, normals) < OPPOSED
    own = (met >= 0) & (instance[met] == np.repeat(instance, len(PLACES)))
    covered = opposed & own.reshape(opposed.shape)
    winding = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    agrees = np.einsum("nc,nc->n", winding, normals) > 0
    # Both sides or none: a back may be left out only where what covers it is wound well, too.
    partner = agrees[met].reshape(opposed.shape).all(1)
    result[building] = covered.all(1) & agrees & partner
    return result
