import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gstgen.evaluation.parsing import parse

KINDS = ("distance", "angle", "point", "choice")

ANGLES = [
    ("-134", -134),
    ("\u2212134", -134),
    ("\u2013134", -134),
    ("\u2014134", -134),
    ("\uff0d134", -134),
    ("- 134", -134),
    ("+45", 45),
    ("-134°", -134),
    ("\u2212134 °", -134),
    ("-134º", -134),
    ("-134˚", -134),
    ("90⁰", 90),
    ("-134 degrees", -134),
    ("-134deg.", -134),
    ("**-134**", -134),
    ("$-134^{\\circ}$", -134),
    ("$-134^\\circ$", -134),
    ("\\boxed{-134}", -134),
    ("\\boxed{\\text{-134 degrees}}", -134),
    ("The answer is \\(-134^\\circ\\).", -134),
    ("&minus;134&deg;", -134),
    ("<b>-134</b>", -134),
    ("<answer>-134</answer>", -134),
    ("<answer>-134", -134),
    ("<think>maybe 90 or 45</think> -134", -134),
    ("<thinking>It is 20.</thinking><answer>30</answer>", 30),
    ("a lot of reasoning, 12 steps </think>\n\nFinal answer: 30", 30),
    ("The camera turns 90 degrees, then 20 more.\nFinal Answer: **-45°**", -45),
    ("Answer:\n\n-45", -45),
    ("Answer: -45 degrees (about 90 from the door)", -45),
    ("The answer is -45.", -45),
    ("答案：左30度", 30),
    ("答案是-30度", -30),
    ("右转30度", -30),
    ("정답: -30도", -30),
    ("Antwort: -30 Grad", -30),
    ("－１３４", -134),
    ("١٣٤", 134),
    ("-१३४", -134),
    ("−१३४°", -134),
    ("left 30 degrees", 30),
    ("Left: 30", 30),
    ("right 30 degrees", -30),
    ("30 degrees to the left", 30),
    ("30 degrees to the right", -30),
    ("30° right", -30),
    ("turn right by about 30°", -30),
    ("-30 degrees to the right", -30),
    ("30 degrees clockwise", -30),
    ("30 degrees counter-clockwise", 30),
    ("30 degrees counterclockwise", 30),
    ("anti-clockwise 30", 30),
    ("-30 (left positive, right negative)", -30),
    ('{"answer": -134}', -134),
    ('{"answer": "-134 degrees"}', -134),
    ('```json\n{"answer": -134}\n```', -134),
    ('Here you are: {"reasoning": "2 turns", "answer": -134} done', -134),
    ('{"result": {"angle": -134}}', -134),
    ({"answer": "-134"}, -134),
    (["-134"], -134),
    (-134, -134),
    (-134.5, -134.5),
    ("There are 3 chairs. The sofa is at 45 degrees. I am 90% sure.", 45),
    ("In frame_12 of video_3 the lamp stands at 60", 60),
    ("1. Find the lamp\n2. Turn\nIt is at 60°", 60),
    ("3.14159265358979 rad", 180),
    ("-45.5", -45.5),
    ("13,5", 13.5),
    ("-0", 0),
    ("45 or so", 45),
    ("720", 720),
]


@pytest.mark.parametrize(("raw", "value"), ANGLES)
def test_angles(raw, value):
    parsed = parse("angle", raw)
    assert parsed.failure is None
    assert parsed.value == pytest.approx(value, abs=1e-9)


DISTANCES = [
    ("13.2", 13.2),
    ("13.2 m", 13.2),
    ("13.2m", 13.2),
    ("13.2 meters.", 13.2),
    ("approximately 13.2 metres", 13.2),
    ("~13.2 m", 13.2),
    ("13,2", 13.2),
    ("13,2 m", 13.2),
    ("0,125", 0.125),
    ("1,200", 1200),
    ("1,234.5", 1234.5),
    ("1.234,5", 1234.5),
    (".5", 0.5),
    ("2½ m", 2.5),
    ("½", 0.5),
    ("1.32e1", 13.2),
    ("1320 cm", 13.2),
    ("10 feet", 3.048),
    ("10 ft", 3.048),
    ("13.2米", 13.2),
    ("１３．２", 13.2),
    ("١٣٫٢", 13.2),
    ("Answer: 3.5 m (about 11.5 ft)", 3.5),
    ("The room has 2 doors, so the chair is 4.2 m away.", 4.2),
    ("First 1.5 m, then 2.5 m. The distance is therefore 4.0 m.", 4.0),
    ("Distance: 4.2", 4.2),
    ("4.2\n", 4.2),
    ("4.", 4.0),
    ('{"distance": 4.2}', 4.2),
    ('{"meters": "4.2 m"}', 4.2),
    ("10 m²", 10),
    ("1e308", 1e308),
    ("1e-400", 0.0),
]


@pytest.mark.parametrize(("raw", "value"), DISTANCES)
def test_distances(raw, value):
    parsed = parse("distance", raw)
    assert parsed.failure is None
    assert parsed.value == pytest.approx(value, rel=1e-12)


POINTS = [
    "<point>391 698</point>",
    "<point>391, 698</point>",
    "<point>(391, 698)</point>",
    "<point> 391,698 </point>",
    "<point>391 698",
    "<point>x=391, y=698</point>",
    "<POINT>391 698</POINT>",
    "&lt;point&gt;391 698&lt;/point&gt;",
    "<point x='391' y='698'>here</point>",
    "<point>1 2</point> no: <point>391 698</point>",
    "(391, 698)",
    "[391, 698]",
    "(391,698)",
    "391 698",
    "391, 698",
    "391,698",
    "３９１、６９８",
    "٣٩١ ٦٩٨",
    "x=391, y=698",
    "x: 391, y: 698",
    '{"x": 391, "y": 698}',
    '{"point": [391, 698]}',
    '{"answer": {"x": 391, "y": 698}}',
    '{"answer": "<point>391 698</point>"}',
    '[{"point_2d": [391, 698], "label": "lamp"}]',
    "<|box_start|>(391,698)<|box_end|>",
    "<think>(1, 2)</think>The lamp stands at (391, 698).",
    "Answer: <point>391 698</point>",
    "Answer: (391, 698)",
    "**(391, 698)**",
    "\\boxed{(391, 698)}",
    "<answer><point>391 698</point></answer>",
    "point(391, 698)",
    [391, 698],
    ["391", "698"],
    {"x": 391, "y": 698},
]


@pytest.mark.parametrize("raw", POINTS)
def test_points(raw):
    assert parse("point", raw).value == (391, 698)


CHOICES = [
    "C", "c", "C.", "(C)", "[C]", "C)", "**C**", "C: the third map", "C. The third map", "C, because A is too small",
    "option C", "Option C.", "choice (C)", "Answer: C", "answer: c", "The answer is C.", "The correct answer is (C).",
    "Answer: **C**", "**Answer**: C", "**Answer:** C", "Final answer: C\nA is too small", "<answer>C</answer>",
    "\\boxed{C}", "\\boxed{\\text{C}}", "<think>A? No, B? No.</think>C", "答案：C", "答案是C", "选项C", "Ｃ", "Ⓒ",
    "С",  # Cyrillic
    '{"answer": "C"}', '{"choice": "C"}', ["C"], "It must be map C", "I choose C", "A map with a long hall; so C it is",
    "The layout matches option C because the hall is long.", "C - the third map", "Answer - it is clearly C",
    "$C$", "'C'",
]  # fmt: skip


@pytest.mark.parametrize("raw", CHOICES)
def test_choices(raw):
    assert parse("choice", raw).value == "C"


@pytest.mark.parametrize(
    ("kind", "raw", "failure"),
    [
        *((kind, None, "empty") for kind in KINDS),
        *((kind, "", "empty") for kind in KINDS),
        *((kind, " \n\u200b", "empty") for kind in KINDS),
        *((kind, [], "empty") for kind in KINDS),
        *((kind, b"30", "unsupported_type") for kind in KINDS),
        *((kind, True, "unsupported_type") for kind in KINDS),
        *((kind, "<think>30 30, A", "unfinished_thinking") for kind in KINDS),
        *((kind, {"a": 1, "b": 2}, "no_answer_field") for kind in KINDS),
        ("angle", "I cannot tell", "no_number"),
        ("angle", "NaN", "not_finite"),
        ("angle", math.nan, "not_finite"),
        ("angle", math.inf, "not_finite"),
        ("angle", "inf", "not_finite"),
        ("angle", '{"answer": NaN}', "not_finite"),
        ("angle", 10**400, "not_finite"),
        ("angle", "45 or 50", "ambiguous"),
        ("angle", "30-45 degrees", "ambiguous"),
        ("angle", "between 30 and 45 degrees", "ambiguous"),
        ("angle", [30, 45], "ambiguous"),
        ("distance", "2-3 m", "ambiguous"),
        ("distance", "2 to 3 m", "ambiguous"),
        ("distance", "2–3 m", "ambiguous"),
        ("distance", "1e999", "not_finite"),
        ("distance", "1e400", "not_finite"),
        ("distance", "90%", "no_number"),
        ("distance", "video_3", "no_number"),
        ("distance", "<html><body></body></html>", "no_number"),
        ("point", "391", "no_point"),
        ("point", 391, "no_point"),
        ("point", "<point>391</point>", "wrong_number_count"),
        ("point", "[1, 2, 3, 4]", "wrong_number_count"),
        ("point", "391,5 698,2", "wrong_number_count"),
        ("point", "<point>nan 3</point>", "no_point"),
        ("point", [math.nan, 3], "not_finite"),
        ("point", [1, 2, 3], "wrong_number_count"),
        ("choice", "E", "letter_out_of_range"),
        ("choice", "A or C", "ambiguous"),
        ("choice", "A, C", "ambiguous"),
        ("choice", "Answer: A or C", "ambiguous"),
        ("choice", "It is A; no, B", "ambiguous"),
        ("choice", 2, "no_letter"),
        ("choice", "a map", "no_letter"),
        ("choice", "A map of a flat", "no_letter"),
    ],
)
def test_what_cannot_be_read_is_named(kind, raw, failure):
    parsed = parse(kind, raw)
    assert parsed.value is None
    assert parsed.failure == failure


def test_deep_nesting_is_a_failure_not_a_crash():
    deep: object = "30"
    for _ in range(50):
        deep = {"answer": deep}
    assert parse("angle", deep).failure == "nested_too_deep"
    assert parse("angle", "[" * 100_000).failure is not None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
answer_like = st.text(alphabet="0123456789.,-+eE°m %()[]{}<>/\"':ABCDabcdxypoint answer\n\\$=\u2212½左右٣", max_size=80)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(KINDS), json_values | answer_like | st.binary(max_size=8))
def test_never_raises_and_gives_a_usable_value_or_a_reason(kind, raw):
    parsed = parse(kind, raw)
    assert (parsed.value is None) != (parsed.failure is None)
    if parsed.value is None:
        return
    if kind == "choice":
        assert parsed.value in tuple("ABCD")
    else:
        numbers = parsed.value if kind == "point" else (parsed.value,)
        assert len(numbers) == (2 if kind == "point" else 1)
        assert all(math.isfinite(number) for number in numbers)


@given(st.integers(-180, 180))
def test_official_angles_round_trip(angle):
    assert parse("angle", str(angle)).value == angle


@given(st.integers(1, 9999).map(lambda tenths: tenths / 10))
def test_official_distances_round_trip(distance):
    assert parse("distance", f"{distance:.1f}").value == distance
    assert parse("distance", distance).value == distance


@given(st.integers(0, 999), st.integers(0, 999))
def test_official_points_round_trip(x, y):
    assert parse("point", f"<point>{x} {y}</point>").value == (x, y)
    assert parse("point", f"({x}, {y})").value == (x, y)


@pytest.mark.parametrize("text", [part * 50_000 for part in ("1111", "--", "A ", "1,", "{", "<a", "x=1 ")])
@pytest.mark.parametrize("kind", KINDS)
def test_hostile_text_is_read_in_bounded_time(kind, text):
    import time

    start = time.perf_counter()
    parse(kind, text)
    assert time.perf_counter() - start < 5.0


@pytest.mark.parametrize("raw", ["1e308", 1e308, "3601", -1e9, "<answer>99999 degrees</answer>", "1e6 rad"])
def test_what_is_no_angle_is_counted_and_not_scored_by_chance(raw):
    parsed = parse("angle", raw)
    assert (parsed.value, parsed.failure) == (None, "no_angle")


@pytest.mark.parametrize(("raw", "value"), [("370", 370.0), ("-725 deg", -725.0), (3600, 3600.0)])
def test_some_turns_too_many_are_still_an_angle(raw, value):
    assert parse("angle", raw).value == value


def test_a_far_away_point_is_a_point():
    assert parse("point", [1e308, 5]).value == (1e308, 5.0)
