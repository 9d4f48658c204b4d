"""Everything that the board says, said again by the machine, for the table in `docs/playing.md`."""

from collections.abc import Iterator
from dataclasses import replace

from minigam.rules.actions import FlagFell, TimePassed
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.game import Game
from minigam.rules.match import Standing
from minigam.rules.pawntext import parse_faced_position
from minigam.rules.position import Side, parse_position
from minigam.rules.terms import Start
from minigam.table.events import (
    Command,
    Commanded,
    DiskFull,
    Elapsed,
    Event,
    HandsOff,
    Hinted,
    Opened,
    PlayChosen,
    ResignationAnswered,
    Unknown,
)
from minigam.table.setup import Setup
from minigam.table.state import State, opened
from tests.table.felt_board import FeltBoard, felt_setup
from tests.table.felt_lessons import at_lesson
from tests.table.joined import Joined, begun, terms_of
from tests.table.play import Play, agreed, at, started

Said = tuple[str, str]
START = "H------h"
LETTER = Setup(options=(("enter_on_own", "false"),))
FULL = Setup("minigam-full-entry")
GAMMON = agreed()
CRAWFORD = agreed(length="2")
THREE = agreed(length="3")
BY_HAND = agreed(dice="hand")
AHEAD = Standing((1, 0))
MONEY = agreed("backgammon-money")
PORTES = agreed("portes")
FACES = agreed("backgammon-dice-basic")
FACES_BY_HAND = agreed("backgammon-dice-basic", dice="hand", random_faces="true")
AGAINST_COMPUTER = agreed("backgammon", black="expert")
DICE = agreed("backgammon-dice-simple")
HAND = Setup(dice="hand")
OTHER_RULES = Setup("minigam-full-entry", games=("minigam-full-entry",))
TAUGHT = Setup(hints=True, teacher=True, solved=("minigam",))

ON_TURN: tuple[tuple[str, tuple[int, int], tuple[str, ...], Setup], ...] = (
    (START, (5, 2), ("point-3",), Setup()),
    ("H----b-f", (5, 2), ("point-5",), Setup()),
    (START, (5, 2), ("bar-black",), Setup()),
    (START, (5, 2), ("off-white",), Setup()),
    ("GA---c-e", (4, 4), ("point-1",), Setup()),
    ("G---A--h", (5, 5), ("point-4",), Setup()),
    ("A-----Ah", (1, 1), ("point-6",), FULL),
    ("GAb-b--d", (1, 3), ("bar-white", "point-1"), LETTER),
    (START, (5, 2), ("bar-white", "point-4"), Setup()),
    ("G---A--h", (2, 1), ("point-4", "point-2"), Setup()),
    (START, (5, 2), ("bar-white", "off-black"), Setup()),
    (START, (5, 2), ("roll",), Setup()),
    (START, (5, 2), ("bar-white", "point-5", "bar-white", "point-2", "point-2"), Setup()),
    (START, (5, 2), ("undo",), Setup()),
    (START, (5, 2), ("roll-black",), Setup()),
    (START, (5, 2), ("bar-white", "point-5", "bar-white", "point-2", "roll", "roll"), Setup()),
    ("H-bbbb--", (2, 3), (), Setup()),
    ("H-bbbb--", (2, 3), ("point-1",), Setup()),
    ("H-bbbb--", (2, 3), ("confirm", "undo"), Setup()),
    ("------Ah", (1, 2), ("point-6", "off-white", "roll", "undo"), Setup()),
    (START, (5, 2), (), HAND),
    ("a-----C-----------------bB", (6, 2), ("point-6",), GAMMON),
    ("---B----A--------------b--", (3, 4), ("point-3",), GAMMON),
    ("---B-B------------------b-", (4, 4), ("point-3",), GAMMON),
    ("--------b---------A-----b-", (4, 6), ("point-18", "point-14"), GAMMON),
    ("---------bAb------A-----b-", (6, 1), ("point-18", "point-12"), GAMMON),
    ("-B-a--A-----------", (2, 1), ("point-6",), DICE),
    ("-B-B------a-------", (2, 2), ("point-1",), DICE),
)
"""Where the checkers stand, white's roll, and taps of which the last one is answered."""

BEGUN = ("roll", "roll", "roll")
RESIGN = (*BEGUN, "hold undo", "Resign")

AROUND: tuple[tuple[tuple[tuple[int, int], ...], tuple[str | Event, ...], Setup], ...] = (
    ((), ("undo",), Setup()),
    ((), ("off-black",), Setup()),
    ((), ("roll", "point-3"), Setup()),
    ((), ("roll", "roll-white", "roll-white"), Setup()),
    ((), ("roll", "roll"), HAND),
    (((3, 3),), ("roll", "roll", "roll"), Setup()),
    (((5, 2),), ("roll", "roll", "roll"), Setup()),
    (((5, 2),), ("roll", "roll", "roll", "hold roll"), Setup()),
    (((5, 2),), ("roll", "roll", "roll", "hold undo", "point-6"), Setup()),
    (((5, 2),), ("roll", "roll", "roll", "hold undo", "Resign", "point-6"), Setup()),
    (((5, 2),), (*RESIGN, "roll", Elapsed("dead"), "roll"), Setup()),
    (((5, 2),), (*RESIGN, "roll-white", "point-6"), Setup()),
    (((5, 2),), (*RESIGN, "roll", "bar-black"), Setup()),
    (((5, 2),), (*RESIGN, "roll", "bar-black", "point-6"), Setup()),
    (((5, 2),), (*RESIGN, "roll", "bar-black", Elapsed("dead"), "point-6"), Setup()),
    (((5, 2),), (*RESIGN, "roll", ResignationAnswered(False)), AGAINST_COMPUTER),
    (((5, 2),), (*BEGUN, "hold undo", "Set-up was wrong", "point-6"), Setup()),
    (((5, 2),), (*BEGUN, "hold undo", "Set-up was wrong", "roll", "roll"), Setup()),
    (((5, 2),), (*BEGUN, "hold undo", "Set-up was wrong", "roll", "bar-black"), Setup()),
    (((5, 2),), ("roll", "roll", "roll", "hold undo", "Change colours"), MONEY),
    (((3, 3),), ("roll", "roll", "roll"), MONEY),
    (((5, 2),), ("roll", "roll", "roll"), PORTES),
    (((5, 2),), ("roll", "roll", "roll", "hold undo", "Resign", "point-1", "point-3"), PORTES),
    ((), ("roll", "point-3", "point-2", "roll"), FACES_BY_HAND),
    ((), (DiskFull(True), "roll"), Setup()),
    ((), (HandsOff(True, "point-3"),), Setup()),
    ((), (HandsOff(True, "point-3"), "roll"), Setup()),
)
"""The rolls to come, and touches from the attract scene on of which the last one is answered."""


def said() -> set[Said]:
    """The code and the sentence of every message."""
    return {
        *_on_turn(),
        *_around(),
        *_stakes(),
        *_computer(),
        *_faces(),
        *_timed(),
        *_felt(),
        _played_on(),
        *_away(),
    }


def _answer(play: Play, *touches: str | Event) -> Said:
    """What is said to the last touch."""
    for touch in touches:
        play.tap(touch) if isinstance(touch, str) else play.do(touch)
    return play.code, play.said


def _on_turn() -> Iterator[Said]:
    for position, roll, taps, setup in ON_TURN:
        yield _answer(at(position, roll, setup=setup), *taps)


def _faces() -> Iterator[Said]:
    """A half beside a switch, and a pair to change places with."""
    text = "-B----B----b-b-a--"
    faces: list[list[str]] = [[] for _ in range(18)]
    faces[1], faces[6] = ["half-", "switch0"], ["half-", "regular+"]
    faces[11] = faces[13] = ["regular0"] * 2
    faces[15] = ["regular0"]
    for taps in (("point-1", "point-1"), ("point-1", "point-1", "point-1", "point-6")):
        position = parse_faced_position(FACES.rules, text, faces)
        yield _answer(at(position, (3, 4), setup=FACES), *taps)


def _around() -> Iterator[Said]:
    for dice, touches, setup in AROUND:
        yield _answer(Play(setup, dice), *touches)


def _begun_by(state: State, side: Side, cube: Cube = CENTRED) -> State:
    """A side on roll in a new game, white a point ahead."""
    terms = replace(
        state.game.terms,
        score=AHEAD.score,
        crawford_played=AHEAD.crawford_played,
        starter=side,
        start=Start(state.game.rules.start, cube),
    )
    game = replace(Game.begin(terms), side=side)
    return replace(state, game=game, cover=None)


def _stakes() -> Iterator[Said]:
    for setup, cube, touches in STAKES:
        play = Play(setup)
        play.state = _begun_by(play.state, Side.WHITE, cube)
        yield _answer(play, *touches)


STAKES: tuple[tuple[Setup, Cube, tuple[str, ...]], ...] = (
    (Setup(), CENTRED, ("hold roll",)),
    (CRAWFORD, CENTRED, ("hold roll",)),
    (THREE, Cube(1, Side.WHITE), ("hold roll",)),
    (GAMMON, Cube(1, Side.BLACK), ("hold roll",)),
    (BY_HAND, CENTRED, ("point-3", "hold roll")),
    (GAMMON, CENTRED, ("hold roll", "point-3")),
    (GAMMON, CENTRED, ("hold roll", "bar-black")),
    (GAMMON, CENTRED, ("hold roll", "bar-black", "undo")),
    (GAMMON, CENTRED, ("hold roll", "off-black")),
    (CRAWFORD, CENTRED, ("hold undo", "Resign", "roll", "bar-black", "wait", "point-6")),
)
"""White has a point and rolls next; the set-up, the cube, touches: the last is answered."""


def _played_on() -> Said:
    play = Play(Setup())
    start = Start(play.state.game.position)
    play.state = opened(Opened(Setup(), started=True, starter=Side.WHITE, start=start))
    return _answer(play)


def _away() -> Iterator[Said]:
    """Two boards, Ann at the one with white and Ben at the other; his opening roll is 2-3."""
    joined = Joined(terms_of())
    joined.tap(joined.white, "roll", "roll")
    yield joined.white.code, joined.white.said
    joined.tap(joined.black, "roll")
    joined.tap(joined.white, "roll")
    yield joined.white.code, joined.white.said
    joined.play_turn()
    joined.tap(joined.white, "bar-white")
    yield joined.white.code, joined.white.said
    joined.tap(joined.white, "roll", "wait", "undo")
    yield joined.white.code, joined.white.said
    joined.white.hear(asking=True)
    joined.tap(joined.white, "roll")
    yield joined.white.code, joined.white.said
    joined = begun()
    joined.do(joined.black, Commanded(Command.RESIGN))
    joined.tap(joined.black, "roll")
    joined.tap(joined.white, "off-white")
    yield joined.black.code, joined.black.said
    joined.do(joined.white, Commanded(Command.NEW_GAME))
    joined.tap(joined.black, "roll")
    yield joined.black.code, joined.black.said


def _computer() -> Iterator[Said]:
    play = started((2, 5), setup=Setup(black="medium"))
    yield _answer(play, "point-4")
    yield _answer(play, PlayChosen(((0, 5), (0, 2))), "point-4")
    yield _answer(play, "point-2", "point-5", "undo")
    yield _answer(started((2, 5), setup=Setup(black="easy", hints=True)), "hold roll")
    play = started((5, 2), setup=Setup(black="easy"))
    yield _answer(play, "bar-white", "point-5", "bar-white", "point-2", "confirm", "roll")
    play = started((5, 2), setup=TAUGHT)
    yield _answer(play, "hold undo", Hinted(((0, 2), (2, 5))))
    yield _answer(play, "hold undo", Unknown())
    play = started((5, 2), setup=Setup(hints=True))
    yield _answer(play, "hold roll", Hinted(((0, 5), (0, 2))))
    yield from (_answer(Play(), Commanded(name)) for name in (Command.MENU, Command.NEW_GAME))
    yield _answer(started((5, 2)), Commanded(Command.BEGIN))
    yield _answer(Play(OTHER_RULES), Commanded(Command.FIRST_GAME))
    yield _answer(Play(), Commanded(Command.FIRST_GAME), "roll", "point-4")
    yield _answer(Play(), Commanded(Command.RESIGN))
    play = Play(replace(BY_HAND, black="gnubg", gnubg=True))
    play.state = _begun_by(play.state, Side.BLACK)
    yield _answer(play, Elapsed("notice"), "point-3")


def _timed() -> Iterator[Said]:
    play = started((5, 2), setup=Setup(clock="usual"))
    assert play.state.game.clock is not None
    left = sum(play.state.game.clock.present(Side.WHITE))
    yield _answer(play, TimePassed(left), FlagFell(Side.WHITE))


def _felt() -> Iterator[Said]:
    """A board that feels its checkers."""
    table = _felt_board("H------h", (5, 2))
    table.lift("bar-white", Side.WHITE)
    table.wait(0.5)
    table.press("roll-white")
    yield table.play.code, table.play.said
    table.wait(10)
    yield table.felt, table.said
    table.put("point-3", Side.WHITE)
    table.wait(3)
    yield table.felt, table.said
    table.lift("point-3", Side.WHITE)
    table.put("point-2", Side.WHITE)
    table.wait(0.5)
    table.press("undo")
    yield table.play.code, table.play.said
    table = _felt_board("Aa-aaaEb", (3, 5))
    table.lift("bar-white", Side.WHITE)
    table.put("point-3", Side.WHITE)
    table.wait(2)
    yield table.felt, table.said
    learner = at_lesson(1)
    learner.do(("lift", "point-4", Side.WHITE))
    learner.do(("put", "point-5", Side.WHITE), 2.5)
    yield learner.felt, learner.said
    yield from _spilled()
    table = _felt_board("Aa-aaaEb", (3, 5))  # two blots within reach: which one was hit?
    table.lift("bar-white", Side.WHITE)
    table.put("bar-black", Side.BLACK)
    table.wait(3)
    yield table.felt, table.said


def _felt_board(position: str, dice: tuple[int, int]) -> FeltBoard:
    setup = felt_setup("minigam")
    return FeltBoard(setup, parse_position(position, setup.rules.layout), dice)


FELL = (
    ("point-1", Side.WHITE),
    ("point-2", Side.WHITE),
    ("point-2", Side.WHITE),
    ("point-4", Side.BLACK),
    ("point-6", Side.BLACK),
    ("point-6", Side.BLACK),
)


def _spilled() -> Iterator[Said]:
    table = _felt_board("DABAa-be", (5, 2))
    for zone, side in FELL:
        table.lift(zone, side)
    table.wait(3)
    for zone, side in FELL:
        table.put(zone, side)
    table.wait(1)
    yield table.felt, table.said
    for zone, side in FELL:
        table.lift(zone, side)
    table.put("point-5", Side.WHITE)
    table.wait(3)
    yield table.felt, table.said
    for _ in range(5):
        table.lift("bar-black", Side.BLACK)
    table.lift("point-5", Side.WHITE)
    for zone in ("point-1", "point-2", "point-2"):
        table.put(zone, Side.WHITE)
    table.wait(3)
    yield table.felt, table.said
    table.press("roll-white")
    yield table.felt, table.said
