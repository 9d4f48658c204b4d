"""Play text: what is written reads back, and what people write is understood or refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigam.errors import AmbiguousPlayError, IllegalPlayError, UnreadableError
from minigam.rules.notation import format_steps, parse_play, parse_steps, single_words
from minigam.rules.plays import Play, Turn, legal_plays, result
from minigam.rules.position import Layout, Side, format_position, parse_position
from minigam.rules.ruleset import BACKGAMMON, MINIGAM, rule_set
from minigam.rules.steps import Step
from tests.rules.cases import LAYOUT, START, Case, random_cases
from tests.rules.random_rolls import random_case

FORM = "expected a play like 'bar/3 3/5*' or 'pass', got "


def texts_of(case: Case) -> list[str]:
    plays = legal_plays(case.rules, case.position, case.side, case.roll)
    return [format_steps(LAYOUT, play.steps) for play in plays]


def parse(
    text: str, position: str = START, roll: tuple[int, int] = (5, 2), side: Side = Side.WHITE
) -> Play:
    return parse_play(MINIGAM, parse_position(position, LAYOUT), side, roll, text)


def result_of(text: str, position: str = START, roll: tuple[int, int] = (5, 2)) -> str:
    return format_position(parse(text, position, roll).position, LAYOUT)


# ---- Of random cases -----------------------------------------------------------------------------


def test_what_is_written_reads_back_as_the_same_play() -> None:
    for case in random_cases(seed=1, number=1_500):
        for play in legal_plays(case.rules, case.position, case.side, case.roll):
            text = format_steps(LAYOUT, play.steps)
            read = parse_play(case.rules, case.position, case.side, case.roll, text)
            assert read == play, (case, text)


def test_each_position_has_a_text_of_its_own_whatever_the_order_of_the_dice() -> None:
    for case in random_cases(seed=2, number=3_000):
        texts = texts_of(case)
        swapped = Case(case.game, case.text, case.side, case.roll[::-1])
        assert len(set(texts)) == len(texts), case
        assert sorted(texts_of(swapped)) == sorted(texts), case


def test_any_order_of_unmarked_steps_is_understood() -> None:
    """Every order that the oracle knows, written step by step, forwards and backwards."""
    for case in random_cases(seed=3, number=200):
        for steps, end in case.complete_plays():
            words = [step_text(case.side, *step) for step in steps] or ["pass"]
            for text in (" ".join(words), ", ".join(reversed(words))):
                play = parse_play(case.rules, case.position, case.side, case.roll, text)
                assert format_position(play.position, LAYOUT) == end, (case, text)


def step_text(side: Side, _die: int, source: str, target: str) -> str:
    """A step's zones in the mover's own numbers."""

    def name(zone: str) -> str:
        kind, _, which = zone.partition("-")
        if kind != "point":
            return kind
        return which if side is Side.WHITE else str(7 - int(which))

    return f"{name(source)}/{name(target)}"


@given(st.text(alphabet="bar/of123567*() ps", max_size=16), st.integers(0, 50))
@settings(deadline=None)
def test_any_text_is_a_legal_play_or_one_of_three_errors(text: str, seed: int) -> None:
    case = next(random_cases(seed, 1))
    try:
        play = parse_play(case.rules, case.position, case.side, case.roll, text)
    except (UnreadableError, IllegalPlayError, AmbiguousPlayError):
        return
    assert format_position(play.position, LAYOUT) in case.results()


# ---- Written -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "roll", "texts"),
    [
        (START, (5, 2), ["bar/2 bar/5", "bar/off"]),
        (START, (2, 2), ["bar/2(2)", "bar/4"]),
        ("B-a----g", (5, 2), ["bar/2* bar/5", "bar/2*/off", "bar/off"]),
        ("B-a----g", (2, 2), ["bar/2*(2)", "bar/2*/4"]),
        ("-Aa-a---", (1, 2), ["1/2*/4*", "1/4*"]),
        ("-----A-h", (2, 6), ["5/off"]),
        ("---B---h", (1, 4), ["3/4 3/off"]),
        ("------Bh", (1, 1), ["6/off(2)"]),
        ("AB-----h", (1, 1), ["bar/2", "1/2(2)", "1/3"]),
        ("A-bb----", (2, 3), ["pass"]),
        ("-------h", (2, 3), ["pass"]),
    ],
)
def test_forms(position: str, roll: tuple[int, int], texts: list[str]) -> None:
    plays = legal_plays(MINIGAM, parse_position(position, LAYOUT), Side.WHITE, roll)
    assert sorted(format_steps(LAYOUT, play.steps) for play in plays) == sorted(texts)


THREE = [Step(0, 7, 7), Step(8, 13, 5, hit=True), Step(24, 25, 1)]


@pytest.mark.parametrize(
    ("layout", "steps", "text"),
    [
        (LAYOUT, [Step(4, 6, 2), Step(0, 5, 5), Step(6, 7, 1), Step(0, 2, 2)], "bar/2 bar/5 4/off"),
        (
            BACKGAMMON.layout,
            [Step(12, 14, 2), Step(17, 19, 2, hit=True), Step(17, 19, 2), Step(18, 20, 2)],
            "13/11 8/6*(2) 7/5",
        ),
        (Layout(24, 15, rising=True), THREE, "bar/7 8/13* 24/off"),
        (BACKGAMMON.layout, THREE, "bar/18 17/12* 1/off"),
    ],
    ids=["the rearmost first", "a hitting pair once", "rising numbers", "falling numbers"],
)
def test_steps_are_written_in_one_order(layout: Layout, steps: list[Step], text: str) -> None:
    assert format_steps(layout, steps) == text


# ---- Read ----------------------------------------------------------------------------------------


BLOT = "B-a----g"
NO_WORDS = (
    *("dance", "bar", "bar-2", "bar/0", "bar*/2", "bar/2**", "bar/2(1)", "bar/2(5)", "bar/123"),
)
SPELLINGS = {
    (START, (5, 2), "F-A--A-h"): ["bar/2 bar/5", "bar/5 bar/2", "bar/5,bar/2", "  bar/5,  bar/2 "],
    (START, (5, 2), "G------h"): [
        "bar/off",
        "bar/2/off",
        "bar/5/off",
        "bar/5 5/off",
        "2/off bar/2",
    ],
    (BLOT, (5, 2), "A------h"): ["bar/2*/off", "bar/2/off"],
    (BLOT, (5, 2), "A-a----g"): ["bar/off", "bar/5/off"],
    (BLOT, (5, 2), "--A--A-h"): ["bar/2 bar/5", "bar/5 bar/2*"],
    (BLOT, (2, 2), "--B----h"): ["bar/2*(2)", "bar/2(2)", "bar/2* bar/2", "bar/2 bar/2*"],
}
"""Words come in any order, a checker's way may be told in full, and a hit need not be marked."""


@pytest.mark.parametrize(
    ("position", "roll", "end", "text"),
    [(*case, text) for case, texts in SPELLINGS.items() for text in texts],
)
def test_every_spelling_is_read(position: str, roll: tuple[int, int], end: str, text: str) -> None:
    assert result_of(text, position, roll) == end


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", FORM + "an empty text"),
        (" , ", FORM + "an empty text"),
        ("bar/2 pass", FORM + "'pass'"),
        ("bar/2 bar/", FORM + "'bar/'"),
        *((word, f"{FORM}{word!r}") for word in NO_WORDS),
        ("bar/7", "expected a point from 1 to 6, bar or off, got 7"),
        ("24/18", "expected a point from 1 to 6, bar or off, got 24"),
    ],
)
def test_unreadable(text: str, message: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        parse(text)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "pass",  # though there are plays
        "bar/2",  # half of one
        "bar/5*",  # no blot there
        "bar/2*/off",
        "bar/4/off",  # not a point that a 5 and a 2 pass
        "bar/2 bar/5 bar/off",
        "bar/2(2)",
        "2/5",
        "off/bar",
        "3/3",
    ],
)
def test_illegal(text: str) -> None:
    with pytest.raises(IllegalPlayError) as refused:
        parse(text)
    assert str(refused.value) == (
        f"expected a legal play of 5-2 for white, got {text!r}; legal are: bar/2 bar/5, bar/off"
    )


def test_nothing_but_a_pass_is_legal_where_no_die_can_be_played() -> None:
    with pytest.raises(IllegalPlayError) as refused:
        parse("bar/2", "F----B-h", (2, 2), Side.BLACK)
    assert str(refused.value) == (
        "expected a legal play of 2-2 for black, got 'bar/2'; legal are: pass"
    )


def test_ambiguous() -> None:
    with pytest.raises(AmbiguousPlayError) as refused:
        parse("bar/off", "B-a--a-f")
    assert str(refused.value) == (
        "expected one legal play, got 'bar/off', which may mean: bar/5*/off, bar/2*/off"
    )
    assert result_of("bar/5*/off", "B-a--a-f") == "A-a----g"
    assert result_of("bar/2/off", "B-a--a-f") == "A----a-g"


# ---- On 24 points --------------------------------------------------------------------------------


@pytest.mark.parametrize("rules_id", ["backgammon", "hypergammon", "backgammon-dice-simple"])
def test_the_steps_behind_a_text_are_found_in_the_order_they_were_made(rules_id: str) -> None:
    """Steps made in any order, as at the table: the text is theirs again."""
    rules, rng = rule_set(rules_id), random.Random(4)
    position, side = rules.start, Side.WHITE
    for _ in range(80):
        roll = rng.randint(1, 6), rng.randint(1, 6)
        turn = Turn.of(rules, position, side, roll)
        while not turn.may_end:
            turn = turn.play(rng.choice(turn.next_steps))
        text = format_steps(rules.layout, turn.steps)
        steps = parse_steps(rules, position, side, roll, text)
        assert format_steps(rules.layout, steps) == text
        assert turn.with_steps(steps).position == turn.position
        over = result(rules, turn.position) is not None
        position, side = (rules.start if over else turn.position), side.other


def test_a_double_on_a_full_board_is_read_at_once() -> None:
    """Four steps have many orders; only those that lead to the play are looked at."""
    position = parse_position("-a-BBBBBB-B--b-b-b-bbbaa--", BACKGAMMON.layout)
    play = parse_play(BACKGAMMON, position, Side.WHITE, (1, 1), "10/9 8/7 6/5 4/3")
    assert len(play.steps) == 4


# ---- Where a hit is marked -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ([Step(12, 15, 3, hit=True), Step(12, 15, 3), Step(15, 18, 3)], "13/10* 13/7"),
        ([Step(17, 20, 3, hit=True), Step(12, 20, 8)], "13/5* 8/5"),
        ([Step(15, 18, 3, hit=True), Step(12, 18, 3), Step(18, 21, 3)], "13/7* 10/4"),
        (
            [Step(12, 15, 3, hit=True), Step(15, 18, 3), Step(10, 15, 3, hit=True)],
            "15/10* 13/10*/7",
        ),
    ],
    ids=["one goes on", "the foremost arrives first", "passed by the other", "pinned twice"],
)
def test_the_first_checker_written_hits(steps: list[Step], text: str) -> None:
    assert format_steps(BACKGAMMON.layout, steps) == text


@pytest.mark.parametrize("rules_id", ["minigam", "backgammon", "hypergammon", "portes"])
def test_a_hit_is_marked_where_the_first_checker_written_arrives(rules_id: str) -> None:
    """Whatever the order of the steps, of which doubles have most; and it reads back the same."""
    rng = random.Random(rules_id)
    for _ in range(300):
        case = random_case((rules_id, {}), rng)
        turn = Turn.of(case.rules, case.position, case.side, case.roll[:1] * 2)
        while not turn.may_end:
            turn = turn.play(rng.choice(turn.next_steps))
        text = format_steps(case.rules.layout, turn.steps)
        places = [place for word in single_words(text) for place in word.split("/")[1:]]
        hits = [place for place in places if place.endswith("*")]
        assert len(hits) == sum(step.hit for step in turn.steps), text
        for hit in hits:
            assert hit[:-1] not in places[: places.index(hit)], text
        read = parse_play(case.rules, case.position, case.side, case.roll[:1] * 2, text)
        assert read.position == turn.position, text
