"""Games that begin at an ID, through the journal and the files; gnubg as a witness."""

import random
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from minigam.errors import CannotHoldError, IllegalPlayError, UnreadableError
from minigam.formats.formats import read
from minigam.formats.id_games import moment_of, read_ids, record_at
from minigam.formats.ids import Moment, read_gnubg_id, write_gnubg_id, write_xgid
from minigam.formats.jsonfile import read_json, write_json
from minigam.formats.mat import write_mat
from minigam.formats.sgf import carried, write_sgf
from minigam.formats.sgf_reader import read_sgf
from minigam.rules.action_json import action_from_json, action_to_json
from minigam.rules.actions import Begun
from minigam.rules.cube import Cube
from minigam.rules.game import Game
from minigam.rules.plays import Result, result
from minigam.rules.position import Side, format_position, parse_position
from minigam.rules.record import CubeAction, Record
from minigam.rules.record_conversion import imported, record_of
from minigam.rules.ruleset import BACKGAMMON
from minigam.rules.terms import Start, Terms
from minigam.table.replay import frames
from tests.gnubg import asked
from tests.rules import naive24

WHITE, BLACK = Side.WHITE, Side.BLACK
LAYOUT = BACKGAMMON.layout
RACE = "---BDED----------dfc------"
START = "-b----E-C---eE---c-e----B-"
REFUSED = (UnreadableError, IllegalPlayError)


def random_moment(rng: random.Random) -> Moment:
    """One that can be played on."""
    texts = partial(naive24.random_position, "backgammon", rng)
    while result(BACKGAMMON, position := parse_position(texts(), LAYOUT)):
        pass
    length = rng.choice([0, 0, 3, 5, 9])
    score = (rng.randrange(length), rng.randrange(length)) if length else (7, 2)
    alone = length > 0 and min(score) < max(score) == length - 1
    crawford = alone and rng.random() < 0.5
    on_roll = rng.choice(list(Side))
    cube = Cube(rng.randrange(3), rng.choice([None, *Side]))
    cube = Cube() if crawford else cube
    may = not crawford and cube.belongs_to(on_roll)
    may = may and not (length and score[on_roll is BLACK] + cube.value >= length)
    doubled = may and rng.random() < 0.3
    return Moment(
        position,
        on_roll,
        None if doubled or rng.random() < 0.4 else (rng.randint(1, 6), rng.randint(1, 6)),
        cube,
        doubled,
        length,
        score,
        crawford,
        jacoby=length == 0 and rng.random() < 0.5,
    )


NO_GAME = write_gnubg_id(Moment(BACKGAMMON.start, WHITE, stage="none"), LAYOUT)
RESIGNED = write_gnubg_id(Moment(BACKGAMMON.start, WHITE, resigned=1, resigner=BLACK), LAYOUT)
MOMENTS = [random_moment(random.Random(seed)) for seed in range(60)]


# ---- What is read --------------------------------------------------------------------------------


def test_every_part_of_an_xgid_is_in_the_game() -> None:
    (game,) = read_ids(f"XGID={RACE}:1:-1:-1:52:2:4:0:5:10\n")
    assert game == Record(
        Terms(
            "backgammon",
            (("length", "5"),),
            score=(2, 4),
            crawford_played=True,
            starter=BLACK,
            start=Start(parse_position(RACE, LAYOUT), Cube(1, BLACK)),
        ),
        roll=(5, 2),
    )
    (money,) = read_ids(f"XGID={START}:0:0:1:00:0:0:3:0:0")
    assert money == Record(
        Terms(
            "backgammon",
            (("cube", "false"), ("jacoby", "true")),
            starter=WHITE,
            start=Start(BACKGAMMON.start),
        )
    )


def test_a_double_waits_for_its_answer() -> None:
    (game,) = read_ids(f"XGID={RACE}:0:0:1:D:0:0:0:0:10")
    assert game.actions == (CubeAction(WHITE, "double"),)
    first, *others = imported(game)
    assert isinstance(first, Begun)
    assert first.terms.imported
    played = Game.of([first, *others])
    assert (played.doubled, played.side) == (True, WHITE)


def test_a_text_has_an_id_a_line() -> None:
    text = f"\n  XGID={RACE}:0:0:1:00:0:0:0:0:10\n\n4HPwATDgc/ABMA:cAkAAAAAAAAE\r\n"
    first, second = read(text)
    assert first.terms.start == Start(parse_position(RACE, LAYOUT))
    assert second.terms.start == Start(BACKGAMMON.start)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"\nXGID={RACE}:0:0:1:B:0:0:2:0:10", "line 2, column 1: column 39 .* a beaver: these"),
        (f"XGID={RACE}:0:0:1:D:4:1:1:5:10", "line 1, .* may not double: this is the Crawford game"),
        (f"XGID={RACE}:1:-1:1:D:0:0:0:0:10", "white may not double: the cube is black's"),
        (
            f"XGID={RACE}:0:0:1:00:1:1:1:5:10",
            "the Crawford game where one .*, got 1 to 1 in a .* 5",
        ),
        (f"XGID={RACE}:0:0:1:00:4:4:1:5:10", "the Crawford game where one side alone needs one p"),
        (f"XGID={RACE}:0:0:1:00:5:1:0:5:10", "expected points below 5 before a game, got"),
        (f"XGID={RACE}:0:0:1:00:0:0:0:100:10", "expected a length from 0 to 99, got '100'"),
        (f"XGID={RACE}:2:1:1:00:0:0:0:0:0", "expected no cube in Backgammon, got 4"),
        ("XGID=-A------------------------:0:0:1:00:0:0:0:0:10", "not over, got one that black has"),
        (NO_GAME, "line 1, .*: expected a game that is being played, got one that"),
        (RESIGNED, "no resignation that waits for an answer, got one"),
    ],
)
def test_what_cannot_be_played_is_said(text: str, message: str) -> None:
    with pytest.raises(REFUSED, match=message):
        read(text)


# ---- Round trips ---------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_comes_back_from_the_journal_and_from_files(moment: Moment) -> None:
    record = record_at(moment)
    game = Game.of(action_from_json(action_to_json(action)) for action in imported(record))
    assert moment_of(game) == moment
    assert record_of(game) == record
    assert read(write_xgid(moment, LAYOUT)) == (record,)
    assert read_json(write_json([record])) == (record,)
    assert read_sgf(write_sgf([record])) == carried([record])
    assert frames(record)[0]["position"] == format_position(moment.position, LAYOUT)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (RACE, RACE[:-1], "line 13, column 29: expected a position of 26 characters"),
        ('"cube": 2', '"cube": 3', "line 13, column 67: expected the cube's value, a power of two"),
        ('"owner": "black"', '"owner": "b"', "line 13, column 79: expected white or black"),
        ('"backgammon"', '"portes"', "unknown option|expected no cube in Portes, got 2"),
    ],
)
def test_the_json_of_a_start(old: str, new: str, message: str) -> None:
    text = write_json(read_ids(f"XGID={RACE}:1:-1:-1:52:2:4:0:5:10"))
    assert f'"start": {{"position": "{RACE}", "cube": 2, "owner": "black"}}' in text
    assert old in text
    with pytest.raises((UnreadableError, IllegalPlayError, LookupError), match=message):
        read_json(text.replace(old, new, 1))


def test_pawns_with_faces_have_no_other_start() -> None:
    terms = Terms("backgammon-dice-simple", starter=WHITE)
    moved = Record(replace(terms, start=Start(terms.rules.start)))
    text = write_json([moved])
    assert read_json(text) == (moved,)
    with pytest.raises(IllegalPlayError, match=r"expected no other start in .*: its pawns have"):
        read_json(text.replace("-simple", "-basic"))


@pytest.mark.parametrize(
    "wrong", [5, [], "x", {}, {"exponent": -1}, {"exponent": 1000}, {"owner": 5}], ids=str
)
def test_a_beginning_with_a_damaged_start_is_refused(wrong: object) -> None:
    first, *_ = imported(record_at(MOMENTS[0]))
    body = action_to_json(first)
    start = {**body["start"], **wrong} if wrong and isinstance(wrong, dict) else wrong
    with pytest.raises(UnreadableError):
        action_from_json({**body, "start": start})


def test_mat_has_no_room_for_another_start() -> None:
    with pytest.raises(CannotHoldError, match="begins at another position or with another cube"):
        write_mat([record_at(MOMENTS[0])])


def test_a_game_from_a_position_is_played_on_in_a_file() -> None:
    (game,) = read_ids(f"XGID={RACE}:1:1:1:00:0:0:0:0:10")
    dropped = replace(
        game,
        actions=(CubeAction(WHITE, "double"), CubeAction(BLACK, "drop")),
        result=Result(WHITE, 2, "single"),
        ended_by="dropped",
    )
    assert read_json(write_json([dropped])) == (dropped,)
    assert read_sgf(write_sgf([dropped])) == carried([dropped])
    assert [type(action) for action in imported(dropped)] == [Begun, CubeAction, CubeAction]


# ---- An outside witness --------------------------------------------------------------------------

SET_AND_SAVE = """
tell("set automatic doubles 0")
for number, text in enumerate({texts!r}):
    tell("new match 5" if text.split(":")[8] != "0" else "new session")
    tell("set xgid " + text)
    print("SAYS", gnubg.positionid() + ":" + gnubg.matchid())
    tell("save match set%d.sgf" % number)
for number in range({count}):
    tell("load match ours%d.sgf" % number)
    tell("next 9999")
    print("SAYS", gnubg.positionid() + ":" + gnubg.matchid())
"""


@pytest.mark.gnubg
@pytest.mark.slow
def test_gnubg_sets_up_what_we_read_and_reads_what_we_set_up(tmp_path: Path) -> None:
    """A position is set in gnubg by XGID, which saves it as SGF; and it loads our SGF of it.

    It turns the board round so that the side on roll is its player 1, black in its files.
    """
    moments = [
        replace(found, doubled=False, on_roll=BLACK, crawford=False, length=0, score=(0, 0))
        for found in MOMENTS[:20]
    ]
    for number, found in enumerate(moments):
        (tmp_path / f"ours{number}.sgf").write_text(write_sgf([record_at(found)]), "utf-8")
    texts = [write_xgid(found, LAYOUT) for found in moments]
    said = asked(SET_AND_SAVE.format(texts=texts, count=len(texts)), tmp_path)
    ids = [words[0] for words in said]
    assert [read_gnubg_id(text, LAYOUT, WHITE) for text in ids[: len(texts)]] == [
        replace(found, roll=found.roll and (max(found.roll), min(found.roll))) for found in moments
    ]
    assert ids[len(texts) :] == ids[: len(texts)]
    for number, found in enumerate(moments):
        (back,) = read((tmp_path / f"set{number}.sgf").read_text("utf-8"))
        again = moment_of(Game.of(imported(back)))
        assert write_gnubg_id(again, LAYOUT, WHITE) == write_gnubg_id(found, LAYOUT, WHITE)
