"""Layout similarity: the same rooms in any pose score near 1, other rooms in the same outline do not."""

from __future__ import annotations

import pytest
import shapely
from shapely import affinity

from gstgen.topdown.layouts import area_bound, label_map, layout_similarity

HOME = {
    "a": shapely.box(0, 0, 4, 3),
    "b": shapely.box(4, 0, 9, 3),
    "c": shapely.box(0, 3, 6, 8),
    "d": shapely.box(6, 3, 9, 6),
}
# The same outline, cut in another way.
OTHER = {
    "a": shapely.box(0, 0, 9, 2),
    "b": shapely.box(0, 2, 2, 8),
    "c": shapely.box(2, 2, 6, 8),
    "d": shapely.box(6, 2, 9, 6),
}


def compare(a, b):
    return layout_similarity(label_map(a), label_map(b))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("mirror", [1, -1])
def test_the_same_layout_in_any_pose(turn, mirror):
    moved = {
        name: affinity.translate(
            affinity.rotate(affinity.scale(p, mirror * 1.4, 1.4, origin=(0, 0)), turn, origin=(0, 0)), 17.3, -4.1
        )
        for name, p in HOME.items()
    }
    found = compare(HOME, moved)
    assert found.rooms > 0.95
    assert found.walls > 0.97


def test_other_rooms_in_the_same_outline_are_not_alike():
    found = compare(HOME, OTHER)
    assert found.rooms < 0.7
    assert found.walls < 0.8


def test_slightly_changed_rooms_still_count_as_the_same():
    changed = {**HOME, "a": shapely.box(0, 0, 4.2, 3), "b": shapely.box(4.2, 0, 9, 3)}
    found = compare(HOME, changed)
    assert 0.9 < found.rooms < 1.0
    assert found.walls > 0.85


@pytest.mark.parametrize(("a", "b"), [(HOME, HOME), (HOME, OTHER), (OTHER, {"x": shapely.box(0, 0, 5, 5)})])
def test_the_bound_from_areas_holds(a, b):
    bound = area_bound({n: p.area for n, p in a.items()}, {n: 7 * p.area for n, p in b.items()})
    assert compare(a, b).rooms <= bound + 0.03


def test_a_layout_without_rooms_is_refused():
    with pytest.raises(ValueError, match="without rooms"):
        label_map({"a": shapely.Polygon()})
