"""VTK off screen: Gouraud shading with a headlight, no anti-aliasing; ids are a second pass in flat colours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import vtk
from vtk.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy

from tests.benchmarks.peer import FAR_M, NEAR_M, Export, Part, planar_depth, serve


class Vtk:
    """One window with two renderers of the same meshes: lit, and coloured by id."""

    name = f"VTK {vtk.vtkVersion.GetVTKVersion()}"
    modes = ("rgb", "all")

    def __init__(self, folder: Path) -> None:
        self._export = export = Export.load(folder / "export.npz")
        self._lit, self._coded = vtk.vtkRenderer(), vtk.vtkRenderer()
        self._lit.SetBackground(0.8, 0.9, 1.0)
        self._window = vtk.vtkRenderWindow()
        self._window.SetOffScreenRendering(1)
        self._window.SetMultiSamples(0)
        self._window.SetSize(export.width, export.height)
        for part in export.parts:
            mesh = _poly_data(part)
            for renderer in (self._lit, self._coded):
                renderer.AddActor(_actor(mesh, part, coded=renderer is self._coded))
        for renderer in (self._lit, self._coded):
            self._window.AddRenderer(renderer)
            renderer.GetActiveCamera().SetViewAngle(export.vertical_fov_deg)
        self.name = f"{self.name} ({self._window.GetClassName()})"

    def draw(self, frame: int, mode: str) -> dict[str, np.ndarray]:
        layers = {"rgb": self._pixels(self._lit, frame)[..., :3].copy()}
        if mode == "all":
            z = vtk.vtkFloatArray()
            self._window.GetZbufferData(0, 0, self._export.width - 1, self._export.height - 1, z)
            shape = (self._export.height, self._export.width)
            layers["depth"] = planar_depth(vtk_to_numpy(z).reshape(shape)[::-1].astype(np.float64))
            code = self._pixels(self._coded, frame).astype(np.uint32)
            layers["instance"] = code[..., 0] | code[..., 1] << 8 | code[..., 2] << 16
        return layers

    def _pixels(self, renderer: vtk.vtkRenderer, frame: int) -> np.ndarray:
        self._lit.SetDraw(renderer is self._lit)
        self._coded.SetDraw(renderer is self._coded)
        pose, camera = self._export.gl_pose(frame), renderer.GetActiveCamera()
        camera.SetPosition(*pose[:3, 3])
        camera.SetFocalPoint(*(pose[:3, 3] - pose[:3, 2]))
        camera.SetViewUp(*pose[:3, 1])
        camera.SetClippingRange(NEAR_M, FAR_M)
        self._window.Render()
        data = vtk.vtkUnsignedCharArray()
        self._window.GetRGBACharPixelData(0, 0, self._export.width - 1, self._export.height - 1, 0, data)
        return vtk_to_numpy(data).reshape(self._export.height, self._export.width, 4)[::-1]


def _poly_data(part: Part) -> vtk.vtkPolyData:
    points, cells, mesh = vtk.vtkPoints(), vtk.vtkCellArray(), vtk.vtkPolyData()
    points.SetData(numpy_to_vtk(np.ascontiguousarray(part.vertices, np.float32), deep=True))
    rows = np.concatenate([np.full((len(part.faces), 1), 3), part.faces], 1).astype(np.int64)
    cells.SetCells(len(part.faces), numpy_to_vtkIdTypeArray(rows.ravel(), deep=True))
    mesh.SetPoints(points)
    mesh.SetPolys(cells)
    mesh.GetPointData().SetNormals(numpy_to_vtk(np.ascontiguousarray(part.normals, np.float32), deep=True))
    return mesh


def _actor(mesh: vtk.vtkPolyData, part: Part, coded: bool) -> vtk.vtkActor:
    mapper, actor = vtk.vtkPolyDataMapper(), vtk.vtkActor()
    mapper.SetInputData(mesh)
    actor.SetMapper(mapper)
    look = actor.GetProperty()
    if coded:
        look.LightingOff()
        look.SetColor(*((part.instance >> shift & 255) / 255 for shift in (0, 8, 16)))
    else:
        look.SetColor(*part.color)
    return actor


if __name__ == "__main__":
    serve(Vtk)
