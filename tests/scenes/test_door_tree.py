"""Doors join all rooms, and only rooms that are ways are walked through."""

from __future__ import annotations

from gstgen.scenes.door_tree import door_tree

LIVING, CORRIDOR, BEDROOM, BATH, CLOSET = range(5)
WALKED = [True, True, False, False, False]
HOSTS = [False, False, True, False, False]


def joined(tree):
    return {(i, j) for _, i, j in tree.edges}


def test_private_rooms_are_leaves_even_where_a_way_through_them_is_cheaper():
    edges = [(1.0, LIVING, CORRIDOR), (0.1, LIVING, BEDROOM), (0.2, CORRIDOR, BEDROOM), (0.9, CORRIDOR, BATH),
             (1.0, LIVING, CLOSET)]  # fmt: skip
    tree = door_tree(5, edges, WALKED, HOSTS)
    assert joined(tree) == {(LIVING, CORRIDOR), (LIVING, BEDROOM), (CORRIDOR, BATH), (LIVING, CLOSET)}
    assert (tree.parts, tree.penalties, tree.degree) == (1, 0.0, (3, 2, 1, 1, 1))


def test_a_closet_may_hang_on_its_bedroom():
    edges = [(1.0, LIVING, CORRIDOR), (1.0, CORRIDOR, BEDROOM), (0.9, CORRIDOR, BATH), (1.1, BEDROOM, CLOSET),
             (1.2, CORRIDOR, CLOSET)]  # fmt: skip
    assert (BEDROOM, CLOSET) in joined(door_tree(5, edges, WALKED, HOSTS))


def test_a_way_through_a_private_room_is_the_last_resort_and_costs():
    edges = [(1.0, LIVING, CORRIDOR), (1.0, CORRIDOR, BEDROOM), (6.0, BEDROOM, BATH), (1.0, CORRIDOR, CLOSET)]
    tree = door_tree(5, edges, WALKED, HOSTS)
    assert (BEDROOM, BATH) in joined(tree)
    assert tree.parts == 1
    assert tree.penalties > 0


def test_a_room_without_a_door_is_counted():
    tree = door_tree(5, [(1.0, LIVING, CORRIDOR)], WALKED, HOSTS)
    assert tree.parts == 4
    assert tree.penalties >= 90
