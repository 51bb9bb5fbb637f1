"""Generated homes: invariants recomputed here from the boxes alone, not with the generator's own checks."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest
import shapely
from generated_homes import default_settings, make_scene
from scipy import ndimage

from gstgen.errors import RequestError, RunError
from gstgen.geometry.boxes import OrientedBox
from gstgen.scenes import checks
from gstgen.scenes.inventory import load_inventory
from gstgen.scenes.model import Scene
from gstgen.scenes.sources import load_geometry, procedural

HOMES = [("Rs_int", 7), ("Rs_int", 11), ("Benevolence_1_int", 3), ("Merom_0_int", 7), ("Pomaria_2_int", 19)]


def separated(a: OrientedBox, b: OrientedBox, tolerance: float) -> bool:
    """Separating-axis test of two oriented boxes in 3-D."""
    if np.linalg.norm(a.center_m - b.center_m) > (np.linalg.norm(a.size_m) + np.linalg.norm(b.size_m)) / 2:
        return True
    axes = [*a.rotation.T, *b.rotation.T]
    axes += [c for u in a.rotation.T for v in b.rotation.T if np.linalg.norm(c := np.cross(u, v)) > 1e-6]
    for axis in (v / np.linalg.norm(v) for v in axes):
        reach = sum(np.abs(box.rotation.T @ axis) @ box.size_m / 2 for box in (a, b))
        if abs((b.center_m - a.center_m) @ axis) > reach - tolerance:
            return True
    return False


@pytest.mark.parametrize(("name", "seed"), HOMES)
def test_nothing_intersects(name, seed):
    for a, b in itertools.combinations(make_scene(name, seed).objects, 2):
        assert separated(a.box, b.box, 1e-3), (a.id, b.id)


@pytest.mark.parametrize(("name", "seed"), HOMES)
def test_nothing_floats_or_leaves_its_room(name, seed):
    scene = make_scene(name, seed)
    rooms = {r.id: r for r in scene.rooms}
    tops = {o.id: o.box.bounds_m[1][2] for o in scene.objects}
    for obj in scene.objects:
        room = rooms[obj.room]
        low, high = obj.box.bounds_m
        x0, y0, x1, y1 = room.polygon.bounds
        assert low[0] > x0 - 1e-3
        assert low[1] > y0 - 1e-3
        assert high[0] < x1 + 1e-3
        assert high[1] < y1 + 1e-3
        assert -1e-3 < low[2] < high[2] < room.height_m + 1e-3
        if obj.support == "floor":
            assert abs(low[2]) < 1e-3, obj.id
        elif obj.support == "ceiling":
            assert abs(high[2] - room.height_m) < 1e-3
        elif obj.support == "wall":
            assert min(low[0] - x0, low[1] - y0, x1 - high[0], y1 - high[1]) < 1e-3, obj.id
        else:
            assert abs(low[2] - tops[obj.support]) < 1e-3, obj.id


@pytest.mark.parametrize(("name", "seed"), HOMES)
def test_an_agent_reaches_every_room(name, seed):
    """Free floor on a 4 cm grid, drawn from triangle-free boxes, eroded by 0.25 m with a disc."""
    scene = make_scene(name, seed)
    step = 0.04
    whole = shapely.union_all([r.polygon.buffer(0.2) for r in scene.rooms])
    x0, y0, x1, y1 = whole.bounds
    xs, ys = np.arange(x0, x1, step), np.arange(y0, y1, step)
    gx, gy = np.meshgrid(xs, ys)
    free = np.zeros(gx.shape, bool)
    for room in scene.rooms:
        free |= shapely.contains_xy(room.polygon, gx, gy)
    for door in scene.structure:
        p = door.parameters
        if door.kind == "door" and p["leaf"] != "closed":
            u, v = (gx, gy) if p["along"] == "x" else (gy, gx)
            inside = (u > p["u0_m"] + p["frame_m"]) & (u < p["u1_m"] - p["frame_m"])
            free |= inside & (np.abs(v - p["line_m"]) < p["thickness_m"] / 2 + step)
    for obj in scene.objects:
        low, high = obj.box.bounds_m
        if low[2] < 1.6 and high[2] > 0.05:
            free &= ~shapely.contains_xy(shapely.Polygon(obj.box.footprint_m), gx, gy)
    for door in scene.structure:
        if door.kind == "door" and (leaf := checks.leaf_polygon(door)) is not None:
            free &= ~shapely.contains_xy(leaf, gx, gy)
    eroded = ndimage.distance_transform_edt(np.pad(free, 1))[1:-1, 1:-1] * step > 0.25
    labels, _ = ndimage.label(eroded)
    main = labels == np.argmax(np.bincount(labels.ravel())[1:]) + 1
    assert main.sum() > 0.985 * eroded.sum()
    for room in scene.rooms:
        assert (main & shapely.contains_xy(room.polygon, gx, gy)).any(), room.id


@pytest.mark.parametrize(("name", "seed"), HOMES)
def test_objects_are_those_of_the_inventory(name, seed):
    scene = make_scene(name, seed)
    listed = {}
    for room in load_inventory(name).rooms:
        for item in room.items:
            if item.category not in ("door", "openable_window", "sliding_door"):
                listed.setdefault((room.id, item.category, item.model), []).append(item.size_m)
    ours = {}
    for obj in scene.objects:
        if obj.model != "generated":  # added by the generator and said so in the notes
            ours.setdefault((obj.room, obj.category, obj.model), []).append(tuple(obj.box.size_m))
    missing = sum(len(v) for v in listed.values()) - sum(len(v) for v in ours.values())
    assert missing == len([u for u in scene.notes["unplaced"] if "window" not in u["item"]])
    assert missing <= 0.05 * scene.notes["listed"]
    for key, sizes in ours.items():
        assert sizes == listed[key][: len(sizes)], key


def test_rs_int_has_everything(rs_int):
    assert rs_int.notes["unplaced"] == []
    assert {r.type for r in rs_int.rooms} == {"living_room", "bedroom", "bathroom", "kitchen", "entryway"}
    assert 45 < sum(r.polygon.area for r in rs_int.rooms) < 72
    windows = [s for s in rs_int.structure if s.kind == "window"]
    assert len(windows) == 4
    lights = [light.kind for light in rs_int.lights]
    assert lights.count("window") == 4
    assert lights.count("lamp") >= 5
    assert len([o for o in rs_int.objects if o.category == "room_light"]) == 5


def test_ids_count_instances_of_a_model(rs_int):
    ids = [o.id for o in rs_int.objects]
    assert len(set(rs_int.instance_names)) == len(rs_int.instance_names)
    for obj in rs_int.objects:
        prefix = f"{obj.category}_{obj.model}_"
        assert obj.id.startswith(prefix)
        assert int(obj.id.removeprefix(prefix)) < sum(i.startswith(prefix) for i in ids)
    assert {"bookcase_njwsoa_0", "bookcase_njwsoa_1", "top_cabinet_lsyzkh_3"} <= set(ids)


def test_same_seed_same_json(rs_int):
    again = procedural.generate("Rs_int", 7, default_settings())
    assert json.dumps(again.to_json(), sort_keys=True) == json.dumps(rs_int.to_json(), sort_keys=True)
    other = make_scene("Rs_int", 11)
    assert json.dumps(other.to_json()["objects"]) != json.dumps(rs_int.to_json()["objects"])


def test_triangles_follow_from_the_json_alone(rs_int):
    again = Scene.from_json(json.loads(json.dumps(rs_int.to_json())))
    assert procedural.geometry(again).content_hash() == procedural.geometry(rs_int).content_hash()


def test_the_same_layout_with_or_without_artist_models(rs_int):
    settings = default_settings().model_copy(update={"assets": ("sweethome3d-furniture",)})
    try:
        other = procedural.generate("Rs_int", 7, settings)
    except RequestError:
        pytest.skip("sweethome3d-furniture is not installed")
    assert [(o.id, o.box.to_json()) for o in other.objects] == [(o.id, o.box.to_json()) for o in rs_int.objects]


def test_labels_say_that_it_is_generated(rs_int):
    assert (rs_int.source, rs_int.inventory, rs_int.kind) == ("procedural", "bddl/Rs_int", "home")
    text = " ".join(rs_int.attribution)
    assert "generated" in text
    assert "not Stanford's" in text


def test_checks_notice_broken_layouts(rs_int):
    def moved(scene: Scene, object_id: str, shift: tuple[float, float, float]) -> Scene:
        data = scene.to_json()
        for obj in data["objects"]:
            if obj["id"] == object_id:
                obj["center_m"] = (np.array(obj["center_m"]) + shift).tolist()
        return Scene.from_json(data)

    settings = default_settings()
    check = (settings.agent_radius_m, settings.agent_height_m)
    checks.check_scene(rs_int, *check)
    bed = next(o for o in rs_int.objects if o.category == "bed")
    sofa = next(o for o in rs_int.objects if o.category == "sofa")
    with pytest.raises(RunError, match=r"does not rest"):
        checks.check_scene(moved(rs_int, bed.id, (0, 0, 0.01)), *check)
    with pytest.raises(RunError, match=r"wall"):
        checks.check_scene(moved(rs_int, bed.id, (-20, 0, 0)), *check)
    lamp = next(o for o in rs_int.objects if o.category == "floor_lamp")
    onto = sofa.box.center_m - lamp.box.center_m
    assert list(checks.collisions(moved(rs_int, lamp.id, (onto[0], onto[1], 0))))
    door = next(s for s in rs_int.structure if s.kind == "door" and s.parameters["leaf"] == "open")
    p = door.parameters
    middle = np.array([(p["u0_m"] + p["u1_m"]) / 2, p["line_m"] + 0.3])
    target = middle if p["along"] == "x" else middle[::-1]
    into = np.array([*target, 0]) - np.array([*lamp.box.center_m[:2], 0])
    assert list(checks.blocked_doors(moved(rs_int, lamp.id, tuple(into)), 1.8))


def test_unknown_source_is_refused(rs_int):
    data = {**rs_int.to_json(), "source": "moon"}
    with pytest.raises(RequestError, match=r"source 'moon'"):
        load_geometry(Scene.from_json(data))
