from __future__ import annotations

from gstgen.questions.names import NameIndex, bddl_synsets, spoken_name

GROUPS = [["sofa", "couch"]]


def doubts(categories, synsets=None):
    index = NameIndex(categories, GROUPS, synsets or {})
    return {c: index.doubt(c) for c in categories}


def test_one_instance_is_clear_and_two_are_not():
    assert doubts(["bed", "toilet", "bed"]) == {"bed": "same_name", "toilet": None}


def test_synonyms_by_group_and_by_synset():
    assert doubts(["sofa", "couch", "bed"])["sofa"] == "synonym"
    synsets = {"bottom_cabinet": "cabinet.n.01", "top_cabinet": "cabinet.n.01", "bed": "bed.n.01"}
    assert doubts(["bottom_cabinet", "top_cabinet", "bed"], synsets) == {
        "bottom_cabinet": "synonym",
        "top_cabinet": "synonym",
        "bed": None,
    }


def test_a_name_that_ends_another_is_doubtful_but_the_longer_one_is_not():
    assert doubts(["sink", "pedestal_sink"]) == {"sink": "part_of_other_name", "pedestal_sink": None}
    assert doubts(["table", "tablet"]) == {"table": None, "tablet": None}


def test_the_installed_synsets_know_the_cabinets():
    synsets = bddl_synsets()
    assert synsets["bottom_cabinet"] == synsets["top_cabinet"]
    assert synsets["bed"] != synsets["toilet"]


def test_names_are_written_with_blanks():
    assert spoken_name("coffee_table") == "coffee table"
