"""Which rooms doors join: walked-through rooms first, then every other room by one door."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Edge = tuple[float, int, int]  # cost, room, room

_GUEST_COST = 2.6  # the dearest door by which a room may hang on another that is not walked through
_THROUGH_PENALTY = 5.0  # a way that leads through a room that is not walked through
_LOST_PENALTY = 30.0  # a room without a door


@dataclass(frozen=True)
class DoorTree:
    """Doors that join all rooms; `cost` includes `penalties`; `degree` counts the doors of each room."""

    edges: tuple[Edge, ...]
    cost: float
    penalties: float
    degree: tuple[int, ...]
    parts: int  # 1 where every room can be reached


def door_tree(count: int, edges: Sequence[Edge], walked: Sequence[bool], hosts: Sequence[bool]) -> DoorTree:
    """The cheapest doors of a plan whose rooms touch as `edges` say.

    Rooms that are `walked` through are joined first; each other room then gets one door to such a room or, where that
    is cheap, to one of the `hosts` (a closet to its bedroom). What is left is joined at a penalty.
    """
    parent = list(range(count))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    ordered = sorted(edges)
    tree: list[Edge] = []
    cost = penalties = 0.0
    degree = [0] * count

    def join(edge: Edge, penalty: float = 0.0) -> None:
        nonlocal cost, penalties
        weight, i, j = edge
        parent[root(i)] = root(j)
        tree.append(edge)
        degree[i] += 1
        degree[j] += 1
        cost += weight
        penalties += penalty

    for edge in ordered:
        if walked[edge[1]] and walked[edge[2]] and root(edge[1]) != root(edge[2]):
            join(edge)
    placed = list(walked)
    for edge in ordered:
        weight, i, j = edge
        if walked[i] and not placed[j]:
            placed[j] = True
            join(edge)
        elif walked[j] and not placed[i]:
            placed[i] = True
            join(edge)
        elif weight <= _GUEST_COST and not walked[i] and not walked[j] and root(i) != root(j):
            if hosts[i] and not hosts[j] and not placed[j]:
                placed[j] = True
                join(edge)
            elif hosts[j] and not hosts[i] and not placed[i]:
                placed[i] = True
                join(edge)
    if len(tree) < count - 1:
        for edge in ordered:
            if root(edge[1]) != root(edge[2]):
                join(edge, _THROUGH_PENALTY)
    parts = count - len(tree)
    penalties += _LOST_PENALTY * (parts - 1)
    return DoorTree(tuple(tree), cost + penalties, penalties, tuple(degree), parts)
