"""Traces of simulated sessions: how they are made, and how any trace is played again.

`python -m tests.daemon.traces` makes those in `tests/data/traces` anew.
"""

import tempfile
from collections.abc import Callable, Hashable
from dataclasses import replace
from io import StringIO
from itertools import takewhile
from pathlib import Path
from random import Random

from minigam.board.debounce import Debouncer
from minigam.board.gestures import Crowd, Gesture, Gestures, Hold, Tap
from minigam.board.profile import Profile, load_profile
from minigam.daemon.config import at_board
from minigam.daemon.sensing import Sensing
from minigam.rules.actions import (
    Action,
    Begun,
    Closed,
    Committed,
    Confirmed,
    FlagFell,
    Named,
    NumberGiven,
    Revealed,
    Rolled,
    Stepped,
    StepTakenBack,
    TimePassed,
)
from minigam.rules.game import Game
from minigam.rules.position import Side
from minigam.table.effects import ChoosePlay, StartNextGame, timers, wants
from minigam.table.events import (
    Elapsed,
    Event,
    FilledIn,
    Given,
    HandsOff,
    Held,
    Opened,
    PlayChosen,
    Tapped,
)
from minigam.table.machine import step
from minigam.table.setup import setup_of
from minigam.table.state import Phase, State, opened, resumed
from minigam.table.trace import Arranged, Asked, Happened, Level, Line, parse_trace
from tests.daemon.rig import FeltTable, Lights, felt_table
from tests.table.hands import Hand, any_turn

FOLDER = Path(__file__).parents[1] / "data" / "traces"
ELSEWHERE = (Closed, Committed, FlagFell, Named, Revealed, TimePassed)
"""The actions that do not follow from what inputs say; dice and numbers sometimes do."""
ROUNDED = 1e-5
"""Times in a trace are rounded."""
TURNS = 12


class Replay:
    """The layers between the inputs and the game, fed with a trace."""

    def __init__(self, profile: Profile) -> None:
        self.found: list[Action] = []
        """What was decided by what the inputs said."""
        self._lines: tuple[Line, ...] = ()
        """What is still to come."""
        self._debouncer, self._gestures = Debouncer(), Gestures()
        self._sensing = Sensing(profile.sensors)
        self._profile = profile
        self._timers: dict[str, tuple[Hashable, float]] = {}
        self._now = 0.0

    def play(self, lines: tuple[Line, ...]) -> list[Action]:
        """Feed a whole trace; what it tells of that follows from its levels."""
        told: list[Action] = []
        past = list(takewhile(lambda line: isinstance(line, Happened), lines))
        self._lines = lines[len(past) :]
        self._begin([line.action for line in past if isinstance(line, Happened)], lines)
        for at, line in enumerate(lines[len(past) :], start=len(past)):
            self._lines = lines[at:]
            if isinstance(line, Level):
                self._wait_until(line.seconds)
                self._level(line)
                continue
            if isinstance(line, Asked):
                self._wait_until(line.seconds)
                self._derived(line.event)
                continue
            if isinstance(line, Arranged):
                self._wait_until(line.seconds)
                self._derived(FilledIn(line.values))
                continue
            self._wait_until(line.seconds + ROUNDED)  # what led to it comes first
            if self._is_derived(line.action):
                told.append(line.action)
            elif isinstance(line.action, Given):
                self._take(line.action)
        self._lines = ()
        self._wait_until(self._now + 1.0)
        return told

    def _begin(self, past: list[Action], lines: tuple[Line, ...]) -> None:
        """What had happened before the first level, or what was set up: no trace says that."""
        if past:
            game = Game.of(past)
            self.state = resumed(game, at_board(setup_of(game.terms), self._profile))
        else:
            actions = (line.action for line in lines if isinstance(line, Happened))
            begun = next(action for action in actions if isinstance(action, Begun))
            self.state = opened(Opened(at_board(setup_of(begun.terms), self._profile)))
        self._follow()

    def _is_derived(self, action: Action) -> bool:
        """Whether it follows from what the inputs say."""
        match action:
            case Stepped() | StepTakenBack():
                return not self._waits_for_play
            case Rolled():
                return self.state.setup.by_hand
            case NumberGiven(side):
                return self.state.setup.is_human(side)
        return not isinstance(action, ELSEWHERE)

    @property
    def _waits_for_play(self) -> bool:
        """Whether a computer's play cannot be known, since the trace ends within it."""
        return isinstance(next(iter(wants(self.state)), None), ChoosePlay)

    def _level(self, line: Level) -> None:
        if not self._sensing.level(line.input, line.pressed, line.seconds):
            assert line.pressed is not None
            self._debouncer.edge(line.input, line.pressed, line.seconds)

    def _wait_until(self, seconds: float) -> None:
        while (due := self._due()) <= seconds:
            self._now = max(self._now, due)
            self._tick()
        self._now = max(self._now, seconds)

    def _due(self) -> float:
        parts = (self._debouncer, self._gestures, self._sensing)
        times = [at for _, at in self._timers.values()]
        return min([*times, *(part.deadline for part in parts)])

    def _tick(self) -> None:
        for change in self._debouncer.settled(self._now):
            self._handle(self._gestures.change(change))
        self._handle(self._gestures.tick(self._now))
        for name in [name for name, (_, at) in self._timers.items() if at <= self._now]:
            self._derived(Elapsed(name))
        if zone := self._sensing.touched(self.state, self._now):
            self._derived(Tapped(zone, 0))
        while event := self._sensing.next_event(self.state, self._now):
            before = self.state
            self._derived(event)
            if self.state == before:
                break

    def _handle(self, gestures: list[Gesture]) -> None:
        for gesture in gestures:
            match gesture:
                case Tap():
                    self._derived(self._sensing.heard(self.state, Tapped(gesture.input, 0)))
                case Hold():
                    self._derived(Held(gesture.gesture))
                case Crowd():
                    self._derived(HandsOff(gesture.input is not None, gesture.input or ""))

    def _derived(self, event: Event) -> None:
        self._take(event)
        self.found += self._decided

    def _take(self, event: Event) -> None:
        self.state = step(self.state, event)
        self._decided = list(self.state.decided)
        self._follow()

    def _follow(self) -> None:
        """What the state leads to by itself; a computer's play is the one that was made."""
        match next(iter(wants(self.state)), None):
            case StartNextGame(following):
                self.state = opened(following)
                self._decided += self.state.decided
            case ChoosePlay(hint=False) if steps := self._next_steps():
                self.state = step(self.state, PlayChosen(steps))
        self._sensing.changed(self._now)
        self._set_timers(self.state)

    def _next_steps(self) -> tuple[tuple[int, int], ...]:
        """Those up to the next end of a turn that are not taken back; none without such an end."""
        steps = list[tuple[int, int]]()
        for line in self._lines:
            match line:
                case Happened(action=Stepped(source, die)):
                    steps.append((source, die))
                case Happened(action=StepTakenBack()):
                    del steps[-1:]
                case Happened(action=Confirmed()):
                    return tuple(steps)
        return ()

    def _set_timers(self, state: State) -> None:
        wanted = {timer.name: timer for timer in timers(state)}
        kept = {name: (mark, at) for name, (mark, at) in self._timers.items()
                if name in wanted and wanted[name].mark == mark}  # fmt: skip
        new = {name: (timer.mark, self._now + timer.seconds) for name, timer in wanted.items()}
        self._timers = new | kept


def without_times(actions: list[Action]) -> list[Action]:
    """The time of day of a press is not the trace's."""
    return [replace(act, number=0) if isinstance(act, NumberGiven) else act for act in actions]


def replayed(path: Path) -> tuple[list[Action], list[Action], State]:
    """What came of a trace's levels, what the trace says came of them, and the game."""
    board, lines = parse_trace(path.read_text("utf-8").splitlines())
    replay = Replay(load_profile(board))
    told = replay.play(lines)
    return without_times(replay.found), without_times(told), replay.state


# Making them


def _turns(table: FeltTable, chance: Random) -> None:
    hand = Hand(table, chance)
    table.begin()
    for _ in range(TURNS):
        if table.phase is Phase.PASSING:
            table.wait(3.0)
        if table.phase is Phase.TO_THROW:
            table.press("roll")
            table.wait(0.2)
        if table.phase is Phase.GAME_OVER:
            return
        if table.state.turn and table.phase is Phase.MOVING:
            hand.play_turn(any_turn(table.state.turn, chance))
            table.wait(1.0)


def _spilled(table: FeltTable, chance: Random) -> None:
    """Some turns, a spill, everything set up again, and on."""
    _turns(table, chance)
    stood = table.wood.position(table.state.game.rules.layout)
    for zone, lies in table.wood.zones.items():
        for side in [lie for lie in lies if lie is not None]:
            table.lift(zone, side)
    table.wait(3.0)
    for side in Side:
        table.wood.lay_side(table.state.game.rules.layout, stood, side)
        table.read_all()
        table.wait(1.0)
        table.press("roll")
    table.wait(1.0)
    _turns(table, chance)


SESSIONS: dict[str, tuple[str, str, Callable[[FeltTable, Random], None]]] = {
    "minigam": ("sim-hall", "minigam", _turns),
    "minigam-again": ("sim-hall", "minigam", _turns),
    "full-entry": ("sim-hall", "minigam-full-entry", _turns),
    "spilled": ("sim-hall", "minigam", _spilled),
    "backgammon": ("full-24-hall", "backgammon", _turns),
    "hypergammon": ("full-24-hall", "hypergammon", _turns),
}
"""By name: the board, the game, and what is done."""


def made(name: str) -> str:
    board, rules, act = SESSIONS[name]
    trace = StringIO()
    with (
        tempfile.TemporaryDirectory() as folder,
        felt_table(Path(folder), 7, rules, board, Lights.DRAWN, trace) as (_, table),
    ):
        act(table, Random(name))
    return trace.getvalue()


if __name__ == "__main__":
    for name in SESSIONS:
        (FOLDER / f"{name}.trace").write_text(made(name), "utf-8")
