"""XGID and GNU Backgammon's IDs: pairs that gnubg gave, exact round trips, every fault refused."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import CannotHoldError, UnreadableError
from minigam.formats.ids import (
    CUBE_LIMIT,
    STAGES,
    Moment,
    read_gnubg_id,
    read_match_id,
    read_position_id,
    read_xgid,
    write_gnubg_id,
    write_match_id,
    write_position_id,
    write_xgid,
)
from minigam.rules.cube import Cube
from minigam.rules.position import Layout, Position, Side, parse_position
from minigam.rules.ruleset import BACKGAMMON, HYPERGAMMON, MINIGAM, RuleSet
from tests.gnubg import asked
from tests.rules import naive24

LAYOUT = BACKGAMMON.layout
START = "XGID=-b----E-C---eE---c-e----B-"
KNOWN = (
    (":0:0:1:00:0:0:0:7:10", "cAngAAAAAAAE"),
    (":0:0:1:63:2:1:0:7:10", "cAnvABAAEAAE"),
    (":0:0:1:00:6:1:1:7:10", "8AngABAAMAAE"),
    (":2:0:1:31:3:5:1:0:10", "cokFAFAAGAAA"),
    (":2:1:1:00:0:0:0:0:10", "UgkAAAAAAAAE"),
)
"""Of the start position: the rest of the XGID, and the match ID that gnubg 1.07 makes of it."""


def position(text: str) -> Position:
    return parse_position(text, LAYOUT)


@pytest.mark.parametrize(("rest", "match_id"), KNOWN)
def test_an_xgid_and_a_gnubg_id_of_one_moment(rest: str, match_id: str) -> None:
    moment = read_xgid(START + rest, LAYOUT)
    assert write_xgid(moment, LAYOUT) == START + rest
    assert write_gnubg_id(moment, LAYOUT) == f"4HPwATDgc/ABMA:{match_id}"
    assert read_gnubg_id(f"4HPwATDgc/ABMA:{match_id}", LAYOUT) == moment


def test_every_field_of_an_xgid_has_its_meaning() -> None:
    text = "XGID=aa-BBBC--A-AbA------bbbbbA:3:-1:-1:52:2:4:1:5:10"
    assert read_xgid(text, LAYOUT) == Moment(
        position=position("aa-BBBC--A-AbA------bbbbbA"),
        on_roll=Side.BLACK,
        roll=(5, 2),
        cube=Cube(3, Side.BLACK),
        length=5,
        score=(2, 4),
        crawford=True,
    )
    assert read_xgid(text.removeprefix("XGID="), LAYOUT) == read_xgid(text, LAYOUT)


BEFORE = position("-b----E-CA--eD---c-e--A-A-")
PLAYER_0, PLAYER_1 = Side.WHITE, Side.BLACK
TAKEN = Cube(1, PLAYER_1)


@pytest.mark.parametrize(
    ("match_id", "moment"),
    [
        ("MIGpAAAAAAAE", Moment(BEFORE, PLAYER_0, (3, 2), length=5)),
        ("MBmgAAAAAAAE", Moment(BEFORE, PLAYER_0, doubled=True, length=5)),
        ("EQGgAAAAAAAE", Moment(BEFORE, PLAYER_0, cube=TAKEN, length=5)),
        (
            "EcmkAAAAAAAE",
            Moment(BEFORE, PLAYER_0, (1, 1), TAKEN, length=5, resigned=2, resigner=PLAYER_0),
        ),
        ("MAxgABAAAAAE", Moment(BEFORE, PLAYER_0, length=3, score=(1, 0), stage="dropped")),
        (
            "AQzgACAAAAAE",
            Moment(
                BEFORE, PLAYER_0, cube=Cube(1, PLAYER_0), length=7, score=(2, 0), stage="dropped"
            ),
        ),
        ("cIkJAAAAAAAA", Moment(BEFORE, PLAYER_1, (3, 2), jacoby=True)),
        ("cIkJAAAAAAAE", Moment(BEFORE, PLAYER_1, (3, 2))),
    ],
)
def test_match_ids_from_a_match_that_gnubg_played(match_id: str, moment: Moment) -> None:
    """With white as its player 0, as where it reads a match from a file."""
    assert read_match_id(match_id, BEFORE, top=Side.WHITE) == moment
    assert write_match_id(moment, top=Side.WHITE) == match_id


@pytest.mark.parametrize(
    ("rules", "on_roll", "text", "position_id"),
    [
        (BACKGAMMON, Side.WHITE, "-b----E-C---eE---c-e----B-", "4HPwATDgc/ABMA"),
        (BACKGAMMON, Side.WHITE, "--AA-b-----------aA-cb-aAA", "siMADCgAIFAAAA"),
        (BACKGAMMON, Side.BLACK, "-b----E-C--AeD---c-e-A--A-", "4HPkASLgc/ABMA"),
        (HYPERGAMMON, Side.WHITE, "-aaa------------------AAA-", "AACgAgAAKgAAAA"),
        (HYPERGAMMON, Side.BLACK, "-aaa------------------AAA-", "AACgAgAAKgAAAA"),
    ],
    ids=lambda value: getattr(value, "id", str(value)),
)
def test_position_ids_that_gnubg_gave(
    rules: RuleSet, on_roll: Side, text: str, position_id: str
) -> None:
    found = parse_position(text, rules.layout)
    assert write_position_id(found, on_roll, rules.layout) == position_id
    assert read_position_id(position_id, on_roll, rules.layout) == found


# ---- Round trips ---------------------------------------------------------------------------------


def random_moment(rng: random.Random, in_xgid: bool) -> Moment:
    """Anything that can happen in a game; with `in_xgid` only what an XGID has room for."""
    length = rng.choice([0, 1, 5, 99])
    doubled = rng.random() < 0.3
    resigned = 0 if in_xgid or doubled else rng.randrange(4)
    return Moment(
        position=position(naive24.random_position("backgammon", rng)),
        on_roll=rng.choice(list(Side)),
        roll=None if doubled or rng.random() < 0.5 else (rng.randint(1, 6), rng.randint(1, 6)),
        cube=Cube(rng.randrange(11), rng.choice([None, *Side])),
        doubled=doubled,
        length=length,
        score=(rng.randrange(100), rng.randrange(100)),
        crawford=length > 0 and rng.random() < 0.5,
        jacoby=length == 0 and rng.random() < 0.5,
        beavers=in_xgid and length == 0 and rng.random() < 0.5,
        cube_limit=rng.randrange(13) if in_xgid else CUBE_LIMIT,
        resigned=resigned,
        resigner=rng.choice(list(Side)) if resigned else None,
        stage="playing" if in_xgid else rng.choice(STAGES),
    )


def test_every_moment_comes_back_from_its_xgid() -> None:
    rng = random.Random(1)
    for _ in range(500):
        moment = random_moment(rng, in_xgid=True)
        text = write_xgid(moment, LAYOUT)
        assert read_xgid(text, LAYOUT) == moment, text


@pytest.mark.parametrize("top", Side)
def test_every_moment_comes_back_from_its_gnubg_id(top: Side) -> None:
    rng = random.Random(2)
    for _ in range(500):
        moment = random_moment(rng, in_xgid=False)
        text = write_gnubg_id(moment, LAYOUT, top)
        roll = larger_first(moment.roll)
        assert read_gnubg_id(text, LAYOUT, top) == replace(moment, roll=roll), text


def larger_first(roll: tuple[int, int] | None) -> tuple[int, int] | None:
    return roll and (max(roll), min(roll))


# ---- What has no room ----------------------------------------------------------------------------


def moment(**values: object) -> Moment:
    return replace(Moment(BACKGAMMON.start, Side.WHITE), **values)  # type: ignore[arg-type]


ROOM, MOST = "a match ID has room for a", "at most, and this is"
RESIGNED = {"resigned": 1, "resigner": Side.WHITE}
LIVING = "an XGID knows neither resignations nor games that are over"


@pytest.mark.parametrize(
    ("write", "change", "message"),
    [
        (write_xgid, {"cube": Cube(11)}, "an XGID knows cubes up to 1024, and this one is 2048"),
        (write_xgid, RESIGNED, LIVING),
        (write_xgid, {"stage": "off"}, LIVING),
        (write_gnubg_id, {"cube": Cube(16)}, f"{ROOM} cube as a power of two of 15 {MOST} 16"),
        (write_gnubg_id, {"score": (0, 32768)}, f"{ROOM} score 0 of 32767 {MOST} 32768"),
        (write_gnubg_id, {"score": (32768, 0)}, f"{ROOM} score 1 of 32767 {MOST} 32768"),
        (write_gnubg_id, {"length": 40000}, f"{ROOM} length of 32767 {MOST} 40000"),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_an_id_that_cannot_hold_a_moment_is_refused(
    write: Callable[[Moment, Layout], str], change: dict[str, object], message: str
) -> None:
    with pytest.raises(CannotHoldError) as refused:
        write(moment(**change), LAYOUT)
    assert str(refused.value) == message


def test_other_boards_have_no_ids() -> None:
    own = Moment(MINIGAM.start, Side.WHITE)
    for call in (
        lambda: write_xgid(own, MINIGAM.layout),
        lambda: write_gnubg_id(own, MINIGAM.layout),
        lambda: read_xgid("", MINIGAM.layout),
        lambda: read_position_id("", Side.WHITE, MINIGAM.layout),
    ):
        with pytest.raises(CannotHoldError, match=r"24 points only, and this one has 6$"):
            call()


# ---- What cannot be read -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1 .*: expected a position of 26 characters; got ''"),
        ("XGID=", "column 6 .*: expected a position of 26 characters; got ''"),
        (START, "column 32 .*: expected 10 fields with colons between, got 1"),
        (START + ":0:0:1:00:0:0:0:0:10:", "column 53 .* 10 fields with colons between, got 11"),
        (START.replace("E", "P", 1) + ":0:0:1:00:0:0:0:0:10", "column 6 .* a position of 26"),
        (START.replace("E", "O", 1) + ":0:0:1:00:0:0:0:0:10", "column 6 .* at most 15 white"),
        (START + ":x:0:1:00:0:0:0:0:10", "column 33 .*: expected the cube as a power of two"),
        (START + ":0:2:1:00:0:0:0:0:10", "column 35 .*: expected the cube's side, 1, 0 or -1"),
        (START + ":0:0:0:00:0:0:0:0:10", "column 37 .*: expected whose turn it is, 1 or -1"),
        (START + ":0:0:1:07:0:0:0:0:10", "column 39 .*: expected two dice from 1 to 6, 00 or D"),
        (START + ":0:0:1:00:-1:0:0:0:10", "column 42 .*: expected the upper case's points"),
        (START + ":0:0:1:00:0:0:4:0:10", "column 46 .*: expected 0 or 1 for Crawford, or 0 to 3 "),
        (START + ":0:0:1:00:0:0:2:5:10", "column 46 .*: expected 0 or 1 for Crawford in a match; "),
        (START + ":0:0:1:B:0:0:2:0:10", "column 39 .*; got 'B', a beaver: these are not played$"),
        (START + ":0:0:1:R:0:0:2:0:10", "column 39 .*; got 'R', a raccoon: these are not played"),
    ],
)
def test_a_damaged_xgid_is_refused_with_the_column(text: str, message: str) -> None:
    with pytest.raises(UnreadableError, match=message):
        read_xgid(text, LAYOUT)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1 of the ID '': expected a position ID, a colon and a match ID"),
        ("4HPwATDgc/ABMA", "column 15 .*: expected a position ID, a colon and a match ID"),
        ("4HPwATDgc/ABM:cAkAAAAAAAAE", "column 14 of the position ID .*: expected 14 characters"),
        ("4HPwATDgc/ABMAA:cAkAAAAAAAAE", "column 15 of the position ID .*: expected 14 char"),
        ("4HPw-TDgc/ABMA:cAkAAAAAAAAE", "column 5 of the position ID .*; got '-'"),
        ("4HPwATDgc/ABMB:cAkAAAAAAAAE", "column 14 of the position ID .* last bits are not used"),
        ("//////////////:cAkAAAAAAAAE", "column 14 of the position ID .*: expected"),
        ("/////////////w:cAkAAAAAAAAE", "column 1 of the position ID .* at most 15 checkers"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA", "column 12 of the match ID .*: expected 12 characters"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA8", "expected five unused bits, got 00111"),
        ("4HPwATDgc/ABMA:YAkAAAAAAAAE", "expected a cube's owner of 0, 1 or 3, got 2"),
        ("4HPwATDgc/ABMA:cA0AAAAAAAAE", "expected a stage from 0 to 4, got 5"),
        ("4HPwATDgc/ABMA:cIkDAAAAAAAE", "expected two dice"),
        ("4HPwATDgc/ABMA:cAEAAAAAAAAE", "expected the side on roll to act"),
    ],
)
def test_a_damaged_gnubg_id_is_refused(text: str, message: str) -> None:
    with pytest.raises(UnreadableError, match=message):
        read_gnubg_id(text, LAYOUT)


def test_two_sides_on_one_point_are_refused() -> None:
    """Bits written by hand: each side has one checker on the same point."""
    own, theirs = position("-A" + "-" * 24).white, position("-a" + "-" * 24).black
    text = write_position_id(Position(own, theirs), Side.WHITE, LAYOUT)
    with pytest.raises(UnreadableError, match="one side on a point, got both on white's 1"):
        read_position_id(text, Side.WHITE, LAYOUT)


@given(
    st.text(max_size=60) | st.from_regex(r"XGID=[-A-Oa-o]{26}(:[-0-9D]{1,3}){9}", fullmatch=True)
)
def test_any_text_is_an_xgid_or_unreadable(text: str) -> None:
    try:
        moment = read_xgid(text, LAYOUT)
    except UnreadableError:
        return
    assert read_xgid(write_xgid(replace(moment, cube=Cube()), LAYOUT), LAYOUT)


@given(st.text(max_size=30) | st.from_regex(r"[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}", fullmatch=True))
def test_any_text_is_a_gnubg_id_or_unreadable(text: str) -> None:
    try:
        moment = read_gnubg_id(text, LAYOUT)
    except UnreadableError:
        return
    roll = larger_first(moment.roll)
    assert write_gnubg_id(moment, LAYOUT) == text or roll != moment.roll
    assert read_gnubg_id(write_gnubg_id(moment, LAYOUT), LAYOUT) == replace(moment, roll=roll)


# ---- An outside witness --------------------------------------------------------------------------


@pytest.mark.gnubg
@pytest.mark.slow
def test_gnubg_makes_the_same_ids_of_our_xgids(tmp_path: Path) -> None:
    """It turns the board round so that the side on roll is its player 1, takes no notice of doubles
    and knows no match to more than 64 points."""
    rng = random.Random(3)
    moments = [
        replace(found, doubled=False, crawford=False, score=(1, 3))
        for found in (random_moment(rng, in_xgid=True) for _ in range(200))
        if found.length not in (1, 99)
    ]
    texts = [write_xgid(found, LAYOUT) for found in moments]
    said = asked(
        f'tell("new match 7")\nfor text in {texts!r}:\n'
        '    tell("set xgid " + text)\n'
        '    print("SAYS", gnubg.positionid(), gnubg.matchid())\n',
        tmp_path,
    )
    ours = [write_gnubg_id(found, LAYOUT, top=found.on_roll.other) for found in moments]
    assert [":".join(words) for words in said] == ours
    assert all(re.fullmatch(r".{14}:.{12}", text) for text in ours)
