"""Maps: what the renderer draws from above lies where `world_to_image` says, to half a pixel."""

from __future__ import annotations

import numpy as np
import pytest

from gstgen.geometry.maps import MapTransform
from gstgen.topdown.easy import hidden_from_above, overhead_camera
from tests.simulators.conftest import Factory

CENTER, M_PER_PX, SIZE = (3.37, 1.61), 0.0173, (431, 233)  # nothing falls on the edge of a pixel by chance


def largest_error(mask: np.ndarray, corners_m: np.ndarray, transform: MapTransform) -> float:
    """Pixels between the sides of a mask and of the projected corners."""
    rows, columns = np.nonzero(mask)
    found = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], float)
    pixels = transform.to_pixels(corners_m)
    return float(np.abs(found - np.concatenate([pixels.min(0), pixels.max(0)])).max())


@pytest.mark.parametrize("name", ["bed_abc_0", "cabinet_abc_0", "table_abc_0"])
def test_outlines_lie_within_half_a_pixel(make_simulator: Factory, small_scene, name: str) -> None:
    scene, geometry = small_scene
    transform = MapTransform.centered(CENTER, M_PER_PX, *SIZE)
    camera, pose = overhead_camera(transform, geometry)
    simulator = make_simulator()
    simulator.hide(hidden_from_above(scene, geometry, 2.0))
    frame = next(simulator.render(camera, [pose], ["instance", "depth"]))
    simulator.show()
    mask = frame.instance == scene.instance_ids[name]
    corners = geometry.meshes[name][0].vertices[:, :2].astype(np.float64)
    # The tips of a turned box cover no pixel centre: its sides are found up to a pixel further in.
    allowed = 1.01 if name == "table_abc_0" else 0.5
    assert largest_error(mask, corners, transform) <= allowed
    moved = MapTransform.centered((CENTER[0] + 1.1 * M_PER_PX, CENTER[1]), M_PER_PX, *SIZE)
    if allowed == 0.5:
        assert largest_error(mask, corners, moved) > 0.5
    top = scene.object(name).box.bounds_m[1][2]
    assert np.median(pose[2, 3] - frame.depth[mask]) == pytest.approx(top, abs=1e-3)


def test_ceilings_and_lamps_are_gone_and_the_outside_is_nothing(make_simulator: Factory, small_scene) -> None:
    scene, geometry = small_scene
    transform = MapTransform.centered(CENTER, 0.03, *SIZE)
    camera, pose = overhead_camera(transform, geometry)
    simulator = make_simulator()
    hidden = hidden_from_above(scene, geometry, 2.0)
    assert set(hidden) == {"ceiling_living_0", "ceiling_bed_0", "lamp_abc_0"}
    simulator.hide(hidden)
    frame = next(simulator.render(camera, [pose], ["rgb", "instance"]))
    simulator.show()
    assert not np.isin([scene.instance_ids[n] for n in hidden], frame.instance).any()
    outside = frame.instance == 0
    assert outside.any()
    assert (frame.rgb[outside] == 255).all(1).mean() > 0.98  # but for smoothed edges
    floors = [frame.rgb[frame.instance == scene.instance_ids[n]].mean() for n in ("floor_living_0", "floor_bed_0")]
    assert min(floors) > 60
