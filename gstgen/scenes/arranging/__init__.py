"""How public rooms and gardens are furnished: one module per kind of room."""

from __future__ import annotations

from collections.abc import Callable

from gstgen.scenes.arranging import corridor, garden, gym, hall, office, restaurant, school, shop, washroom
from gstgen.scenes.furnisher import Furnisher

_BY_TYPE: dict[str, Callable[[Furnisher], None]] = {
    "bar": restaurant.bar_room,
    "bathroom": washroom.washroom,
    "biology_lab": school.laboratory,
    "break_room": office.break_room,
    "chemistry_lab": school.laboratory,
    "classroom": school.classroom,
    "computer_lab": school.classroom,
    "conference_hall": hall.audience,
    "dining_room": restaurant.dining,
    "copy_room": office.storage,
    "corridor": corridor.corridor,
    "empty_room": hall.waiting,
    "grocery_store": shop.shop,
    "garden": garden.garden,
    "gym": gym.gym,
    "hammam": gym.spa,
    "sauna": gym.spa,
    "spa": gym.spa,
    "kitchen": restaurant.kitchen,
    "infirmary": school.infirmary,
    "lobby": office.lobby,
    "locker_room": washroom.changing,
    "meeting_room": office.meeting,
    "phone_room": office.private,
    "private_office": office.private,
    "shared_office": office.shared,
}


def arrange(f: Furnisher, room_type: str) -> None:
    """Place what makes up a room of a type: rows, runs, clusters, stocked shelves. The rest stays on the list."""
    make = _BY_TYPE.get(room_type)
    if make is not None:
        make(f)
