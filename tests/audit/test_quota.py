"""The quota over all scenes spreads answers, categories and scenes, says what it cannot fill, and takes seconds."""

from __future__ import annotations

import time
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
import yaml

from gstgen.audit import quota
from gstgen.audit.settings import QuotaSettings
from gstgen.questions.settings import BalanceSettings
from gstgen.questions.tasks import BY_NAME, TASKS
from gstgen.randomness import rng
from gstgen.resources import resource_folder

DIRECTION = BY_NAME["Object_Localization_Egocentric_Direction_semantic"]
CONF = resource_folder("conf")
BALANCE = BalanceSettings.model_validate(yaml.safe_load((CONF / "questions" / "default.yaml").read_text())["balance"])
SECTORS = quota.possible_answers(DIRECTION, BALANCE)


def settings(**changes):
    values = yaml.safe_load((CONF / "audit" / "default.yaml").read_text())["quota"]
    return QuotaSettings.model_validate({**values, **changes})


def record(number, angle, category="sofa", scene=0, variant="global", stem=None):
    uid = stem or f"scene{scene}_q{number:05d}"
    uid += "" if variant == "global" else f"_{variant}"
    return SimpleNamespace(
        uid=uid, task=DIRECTION.name, official=DIRECTION, variant=variant, scene=f"s{scene:02d}", answer_value=angle,
        evidence=SimpleNamespace(video="v.mp4", view=f"view_{number % 7}.png"),
        difficulty=SimpleNamespace(level="hard"),
        geometry=SimpleNamespace(target=SimpleNamespace(category=category, id=f"{category}_{number % 9}"), truth=None),
    )  # fmt: skip


def skewed(count, seed=0, scenes=10):
    """Most targets lie ahead, some categories always to the left."""
    generator = np.random.default_rng(seed)
    out = []
    for number in range(count):
        category = ("sofa", "lamp", "bed", "desk")[int(generator.integers(4))]
        angle = int(generator.normal(60 if category == "bed" else 0, 50)) if generator.random() < 0.7 else None
        angle = int(generator.integers(-179, 181)) if angle is None else max(-179, min(180, angle))
        out.append(record(number, angle, category, int(generator.integers(scenes))))
    return out


def kept_angles(records, choice):
    return Counter(quota.answer_bin(r, BALANCE) for r in records if r.uid in choice.kept)


def test_sectors_and_categories_come_out_even_from_a_skewed_supply():
    records = skewed(800)
    choice = quota.choose(quota.pools(records, BALANCE), settings(per_task=160), BALANCE, 7)
    assert len(choice.kept) == 160
    assert len(choice.left) == 640
    sectors = kept_angles(records, choice)
    assert set(sectors) == set(SECTORS)
    assert max(sectors.values()) - min(sectors.values()) <= 1
    kept = [r for r in records if r.uid in choice.kept]
    for category in ("sofa", "bed"):
        inside = Counter(quota.answer_bin(r, BALANCE) for r in kept if r.geometry.target.category == category)
        assert max(inside.values()) <= 8  # five of each sector would be even
    assert max(Counter(r.scene for r in kept).values()) <= 22


def test_the_choice_depends_on_content_and_seed_not_on_order():
    records = skewed(300)
    first = quota.choose(quota.pools(records, BALANCE), settings(per_task=50), BALANCE, 7)
    assert quota.choose(quota.pools(records[::-1], BALANCE), settings(per_task=50), BALANCE, 7) == first
    assert quota.choose(quota.pools(records, BALANCE), settings(per_task=50), BALANCE, 8).kept != first.kept


def test_what_cannot_be_filled_is_said_with_its_reason():
    records = [record(i, 0) for i in range(100)] + [record(200 + i, 90) for i in range(3)]
    choice = quota.choose(quota.pools(records, BALANCE), settings(per_task=40), BALANCE, 7)
    (facts,) = choice.accounts
    assert facts["unfilled"]["90 deg"] == {"wanted": 5, "supply": 3, "chosen": 3, "why": "the supply ends"}
    assert facts["unfilled"]["180 deg"]["why"] == "no question has this answer"
    assert "0 deg" not in facts["unfilled"]
    assert "90 deg 3 of 5" in quota.why_unfilled(facts)
    (facts,) = quota.choose(quota.pools(records, BALANCE), settings(per_task=500), BALANCE, 7).accounts
    assert quota.why_unfilled(facts).startswith("397 fewer than wanted")


def test_local_twins_stay_together_and_have_a_quota_of_their_own():
    records = [
        record(i, 10 * i, scene=i % 5, variant=v, stem=f"item{i}")
        for i in range(30)
        for v in ("local_video", "local_image")
    ]
    choice = quota.choose(quota.pools(records, BALANCE), settings(per_task=0, local_per_task=10), BALANCE, 7)
    assert len(choice.kept) == 20
    assert all(f"{uid.rsplit('_local', 1)[0]}_local_image" in choice.kept for uid in choice.kept)


def test_banned_questions_are_replaced_and_neither_kept_nor_left():
    records = skewed(200)
    every = quota.pools(records, BALANCE)
    first = quota.choose(every, settings(per_task=50), BALANCE, 7)
    banned = sorted(first.kept)[:10]
    second = quota.choose(every, settings(per_task=50), BALANCE, 7, banned)
    assert len(second.kept) == 50
    assert not set(banned) & (second.kept | second.left)


def test_without_a_quota_everything_stays():
    records = skewed(60)
    choice = quota.choose(quota.pools(records, BALANCE), settings(), BALANCE, 7)
    assert choice.kept == {r.uid for r in records}
    assert not choice.left


def test_exchanges_only_make_the_spread_cheaper():
    records = skewed(400, seed=5)
    (pool,) = quota.pools(records, BALANCE)

    def cost(chosen, limits):
        spread = quota._Spread(list(pool.units), 120, limits)
        total = 0.0
        for index, unit in enumerate(pool.units):
            if unit in chosen:
                total += float(spread.costs()[index])
                spread.count(index, 1)
        return total

    greedy = quota.pick(pool.units, 120, settings(exchange_rounds=0), rng(1, "x"))
    better = quota.pick(pool.units, 120, settings(exchange_rounds=6), rng(1, "x"))
    assert len(better) == 120
    assert cost(better, settings()) <= cost(greedy, settings()) + 1e-9


@pytest.mark.parametrize(("have", "count", "shares"), [
    ({"a": 1, "b": 9, "c": 9}, 9, {"a": 1, "b": 4, "c": 4}),
    ({"a": 2, "b": 2}, 9, {"a": 2, "b": 2}),
    ({"a": 5, "b": 5, "c": 5}, 4, {"a": 2, "b": 1, "c": 1}),
])  # fmt: skip
def test_even_shares_stop_at_the_supply(have, count, shares):
    assert quota.even_shares(have, count) == shares


def test_fifty_scenes_with_sixty_candidates_a_task_take_seconds():
    generator = np.random.default_rng(0)
    every = []
    for task in TASKS:
        answers = quota.possible_answers(task, BALANCE) or [f"cell {i},{j}" for i in range(4) for j in range(4)]
        units = []
        for scene in range(50):
            for number in range(60):
                answer = answers[int(generator.exponential(2)) % len(answers)]
                category = f"c{int(generator.exponential(20))}"
                bins = {"answer": answer, "scene": f"s{scene}", "category": category}
                bins |= {"category_answer": f"{category}: {answer}", "object": f"s{scene} o{number % 25}"}
                bins |= {"view": f"s{scene} v{number % 16}", "video": f"s{scene} v{number % 3}", "level": "hard"}
                units.append(quota.Unit(f"s{scene}_{task.short}_{number}", (f"s{scene}_{task.short}_{number}",), bins))
        every.append(quota.Pool(task, "global", tuple(units)))
    started = time.perf_counter()
    choice = quota.choose(every, settings(per_task=230), BALANCE, 7)
    assert time.perf_counter() - started < 60  # some 3 s on one core
    assert len(choice.kept) == 230 * 12
    for facts in choice.accounts:
        counts = [b["chosen"] for b in facts["answer_bins"].values()]
        assert max(counts) - min(counts) <= 0.2 * max(counts) or facts["unfilled"]
