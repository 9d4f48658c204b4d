"""A whole board without loop, clock or screen: mock pins, every layer, captured bytes.

The lowest layer is the daemon's own for simulated boards; time is a number that the test moves on.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Self, TextIO

from minigam.board.animation import Playing
from minigam.board.lighting import Frame
from minigam.board.profile import Profile, load_profile
from minigam.board.profile_model import SIMULATED
from minigam.daemon.config import at_board
from minigam.daemon.dependencies import Dependencies, Question, TeacherQuestion
from minigam.daemon.hardware import open_strip
from minigam.daemon.sleep import LocalTime
from minigam.daemon.startup import begin, table_of
from minigam.daemon.table import Table
from minigam.daemon.trace_writer import TraceWriter
from minigam.drivers.gpio import GpioInputs
from minigam.drivers.interfaces import Strip
from minigam.drivers.simulated import MockHand, mock_factory
from minigam.hil.wood import Wood
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.rules.position import Side
from minigam.rules.ruleset import RULE_SETS
from minigam.table.computer import choose, takes
from minigam.table.effects import (
    AnswerDouble,
    AnswerResignation,
    ChoosePlay,
    DecideDouble,
    JudgeToResign,
)
from minigam.table.events import (
    Answered,
    Decided,
    Event,
    JudgedToResign,
    Opened,
    ResignationAnswered,
)
from minigam.table.rolling import presser
from minigam.table.setup import Setup, games_for
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase, State, Transient, opened, resumed
from minigam.table.suggestions import chosen, hinted
from tests.table.felt_board import Felt, felt_setup

TOUCH_SECONDS = 0.03
APART_SECONDS = 0.11
START_MICROS = 1_700_000_000_000_000


class Recorder:
    """A strip that keeps every frame's bytes, and says when one is sent.

    It plays animations by the test's clock: `tick` sends what is due.
    """

    def __init__(self, strip: Strip, now: Callable[[], float]) -> None:
        self._strip = strip
        self._now = now
        self._playing: Playing | None = None
        self._frame: Frame | None = None
        self.frames: list[bytes] = []
        self.on_frame: Callable[[], None] = lambda: None

    @property
    def sent(self) -> bytes:
        return self._strip.sent

    @property
    def alive(self) -> bool:
        return self._strip.alive

    def show(self, frame: Frame) -> None:
        self._strip.show(frame)
        self.frames.append(self.sent)
        self.on_frame()

    def play(self, playing: Playing) -> None:
        self._playing = playing
        self.tick()

    @property
    def deadline(self) -> float:
        return self._playing.next_change(self._now()) if self._playing else inf

    def tick(self) -> None:
        """Send the present frame, if it differs from the last one."""
        if self._playing and (frame := self._playing.frame(self._now())) != self._frame:
            self._frame = frame
            self.show(frame)

    def check(self) -> None:
        """It never fails."""

    def close(self) -> None:
        self._strip.close()


class Lights(Enum):
    """How far the lights of a rig go: what nobody looks at in hundreds of games takes time."""

    SENT = "to the strip's bytes"
    DRAWN = "to colours, which nothing sends"
    MARKED = "to marks"


class Unlit:
    """A strip that sends nothing."""

    sent = b""
    alive = True

    def show(self, frame: Frame) -> None:
        self.sent = bytes(3 * len(frame))

    def play(self, playing: Playing) -> None:
        self.show(playing.frame(playing.since))

    def check(self) -> None:
        """It never fails."""

    def close(self) -> None:
        """Nothing was opened."""


class Rig:
    """A board that a test's finger touches."""

    def __init__(
        self,
        folder: Path,
        opening: Opened | None = None,
        seed: int = 0,
        board: str = "sim",
        lights: Lights = Lights.SENT,
        *,
        wanted: Setup | None = None,
        trace: TextIO | None = None,
        local: LocalTime = lambda: None,
        levels: Callable[[], Mapping[str, bool]] = dict,
        key: str = "",
    ) -> None:
        """Open the journal in `folder` and set up a game, or go on with the last.

        `trace`: where to write what its inputs say; `local`: the time of day; `levels`: what the
        inputs say where they are looked at; `key`: the board's, for games with another one.
        """
        self.profile: Profile = load_profile(board)
        if lights is Lights.MARKED:
            self.profile = replace(
                self.profile, strip=replace(self.profile.strip, pixels=0, segments={})
            )
        self.now = 100.0
        self.chance = Random(seed)
        self.journal = Journal(folder / FILE_NAME, new=True)
        self._asked: list[Question] = []
        self.lessons: list[TeacherQuestion] = []
        """What a teacher is asked."""
        factory = mock_factory()
        self.hand = MockHand(factory, self.profile.inputs)
        captured = replace(self.profile, driver=SIMULATED)
        strip = open_strip(captured) if lights is Lights.SENT else Unlit()
        self.strip = Recorder(strip, lambda: self.now)
        deps = Dependencies(
            journal=self.journal,
            strip=self.strip,
            micros=lambda: START_MICROS + round(self.now * 1e6),
            token=lambda: self.chance.randbytes(32),
            ask=self._ask,
            levels=levels,
            recording=TraceWriter(trace, board, lambda: self.now) if trace else None,
            wanted=wanted,
            local=local,
            key=key,
        )
        self.world = deps
        board = board_key(self.profile.points, self.profile.feels)
        left = next(iter(self.journal.last_of(board, 1)), None)
        self.table: Table = (
            begin(self.profile, deps, opening, left) if opening else self._gone_on_with(deps)
        )
        self.inputs = GpioInputs(factory, self.profile.inputs, self._edge)
        self.table.start(self.now)
        self.think()

    def _edge(self, name: str, pressed: bool | None, _lasted: float) -> None:
        self.table.edge(name, pressed, self.now)

    def advance(self, seconds: float) -> None:
        """Let time pass, doing what falls due on the way."""
        end = self.now + seconds
        while (due := min(self.table.deadline, self.strip.deadline)) <= end:
            self.now = max(self.now, due)
            if self.table.deadline <= self.now:
                self.table.tick(self.now)
                self.think()
            self.strip.tick()
        self.now = end

    def think(self) -> None:
        """A computer seat's choice, at once."""
        while self._asked:
            question = self._asked.pop()
            self.table.answered(question, self._answer(question), self.now)

    def _ask(self, question: Question) -> None:
        if isinstance(question, TeacherQuestion):
            self.lessons.append(question)
        else:
            self._asked.append(question)

    def _answer(self, question: Question) -> Event:
        if isinstance(question, ChoosePlay):
            steps = choose(question.turn, question.level, question.seed)
            return (hinted if question.hint else chosen)(steps, question.turn)
        if isinstance(question, DecideDouble):
            return Decided(False)
        if isinstance(question, AnswerResignation):
            return ResignationAnswered(True)
        if isinstance(question, JudgeToResign):
            return JudgedToResign(0)
        assert isinstance(question, AnswerDouble)
        return Answered(takes(question.position, question.side, question.level))

    def tap(self, name: str) -> None:
        """Press and release an input, and let it be taken in."""
        self.hold([name], TOUCH_SECONDS)
        self.advance(APART_SECONDS - TOUCH_SECONDS)
        while not self.table.resting:
            self.advance(TOUCH_SECONDS)

    def hold(self, names: list[str], seconds: float) -> None:
        """Press inputs together for some seconds; `roll` is the live one."""
        if "roll" not in self.profile.inputs:
            live = f"roll-{presser(self.table.state).value}"
            names = [live if name == "roll" else name for name in names]
        for name in names:
            self.hand.press(name)
        self.advance(seconds)
        for name in names:
            self.hand.release(name)
        self.advance(TOUCH_SECONDS)

    def refuse_writing(self) -> None:
        """From now on the journal cannot be written, as on a disk that was taken away."""
        with self.journal.reading() as file:
            file.execute("PRAGMA query_only = ON")

    def snapshot(self) -> dict[str, Any]:
        """What a display would be told."""
        table = self.table
        spent = table.spent(self.now)
        return snapshot(table.state, table.number, lifted=table.lifted, spent=spent)

    def pulled_plug(self) -> Table:
        """A second table made from the journal alone, as after a cut of power."""
        deaf = replace(
            self.world,
            ask=lambda _: None,
            settings=self.table.settings,
            solved=self.table.state.setup.solved,
        )
        return self._gone_on_with(deaf)

    def _gone_on_with(self, deps: Dependencies) -> Table:
        """As the daemon starts where nothing is asked for."""
        games = games_for(self.profile.points)
        usual = at_board(Setup(games[0], games=games), self.profile, deps.key)
        return table_of(self.profile, deps, Opened(usual), asked=False, say=lambda _: None)

    @property
    def number(self) -> int:
        """The number of the game, which has begun."""
        assert self.table.number is not None
        return self.table.number

    @property
    def side(self) -> Side:
        assert self.table.state.game.side is not None
        return self.table.state.game.side

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.inputs.close()
        self.strip.close()
        self.journal.close()


def to_first_turn(board: Rig) -> Side:
    """From the attract scene; whose turn it is."""
    for _ in range(3):
        board.tap("roll")
    while board.table.state.phase is not Phase.MOVING:
        board.advance(0.05)
    return board.side


def lit(board: Rig) -> list[str]:
    """The places that may be touched now."""
    shown = board.snapshot()
    return list(shown["targets"] or shown["sources"])


def play_a_turn(board: Rig) -> None:
    """Until it is to be confirmed."""
    while board.table.state.phase is Phase.MOVING:
        board.tap(lit(board)[-1])


def give_up(board: Rig) -> None:
    """Once it is somebody's turn one side resigns, the other accepts: the game is over."""
    while board.table.state.game.side is None:
        board.tap("roll")
    board.hold(["undo"], 1.2)
    for name in ("point-3", "roll-white", "roll-black"):
        board.tap(name)
        board.advance(1)
    assert board.table.state.phase is Phase.GAME_OVER


def kept(state: State) -> State:
    """What a state is after a cut of power: the game, or what is set up for the next one.

    A board that was being set up again is set up again from white's checkers on.
    """
    if state.cover is Phase.ATTRACT or state.game.abandoned:
        return opened(Opened(state.agreed))
    rebuilding = Side.WHITE if state.rebuilding else None
    return replace(resumed(state.game, state.agreed), rebuilding=rebuilding)


def unsaid(state: State) -> State:
    """A state without what is said at the moment."""
    return replace(state, transient=Transient())


# Boards that feel their checkers

FELT_BOARDS = {6: "sim-hall", 16: "dice-16-hall", 24: "sim-full-24-hall"}


class FeltTable(Felt):
    """The rig's table; its buttons are mock pins, and its places speak for themselves."""

    def __init__(self, rig: Rig) -> None:
        assert rig.profile.sensors is not None
        super().__init__(Wood(rig.profile.sensors))
        self.rig = rig

    def set_up(self) -> None:
        """Everything stands where the game has it."""
        self.wood.lay(self.state.game.rules.layout, self.state.game.shown_position)
        self.read_all()
        self.wait(0.5)

    @property
    def state(self) -> State:
        return self.rig.table.state

    def level(self, place: str, occupied: bool) -> None:
        self.rig.table.edge(place, occupied, self.rig.now)

    def wait(self, seconds: float) -> None:
        self.rig.advance(seconds)

    def press(self, button: str) -> None:
        self.rig.tap(button)

    def begin(self) -> None:
        """From the attract scene to the first roll."""
        while self.phase in (Phase.ATTRACT, Phase.OPENING, Phase.THROWING):
            if self.state.setup.by_hand and self.state.entered:  # no tie
                self.press("undo")
            self.press("roll")
            self.wait(1.0)


@contextmanager
def felt_table(
    folder: Path,
    seed: int = 1,
    rules_id: str = "minigam",
    board: str = "",
    lights: Lights = Lights.SENT,
    trace: TextIO | None = None,
    **setup: Any,
) -> Iterator[tuple[Rig, FeltTable]]:
    """A board on which all stands where the game has it, in the attract scene."""
    points = RULE_SETS[rules_id].layout.points
    opening = Opened(replace(felt_setup(rules_id), games=games_for(points), **setup))
    with Rig(folder, opening, seed, board or FELT_BOARDS[points], lights, trace=trace) as bench:
        table = FeltTable(bench)
        table.set_up()
        yield bench, table
