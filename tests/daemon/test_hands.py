"""Anything that hands may do at a board: state machines over the whole core of the daemon.

Everything below the loop is real: mock pins, debounce, gestures, the machine, journal, lights; time
is a number. A plug can be pulled at any moment, edges get lost, and the journal may refuse.
"""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from minigam.board.profile_model import place_name
from minigam.daemon.config import SIMULATED
from minigam.daemon.settings import LEVELS, Settings
from minigam.daemon.table import Table
from minigam.errors import UnreadableError
from minigam.hil.wood import Wood
from minigam.rules.plays import Turn
from minigam.rules.position import Side
from minigam.rules.record import TIME
from minigam.rules.ruleset import RULE_SETS
from minigam.table.events import Opened
from minigam.table.mismatch import NO_BOARD
from minigam.table.setup import games_for
from minigam.table.state import Phase
from tests.daemon.rig import FELT_BOARDS, FeltTable, Lights, Rig
from tests.daemon.test_all_games import next_touch
from tests.daemon.watching import Watch
from tests.table.felt_board import felt_setup
from tests.table.hands import Hand, NotTakenError, any_turn, without_faces
from tests.table.random_games import CHOICES, setup_of

pytestmark = pytest.mark.slow
SHARE = settings(max_examples=settings().max_examples // 4, suppress_health_check=list(HealthCheck))
"""A quarter of what a property usually gets: each example is some minutes of play."""
SEEDS = st.integers(0, 2**16)
WAITS = st.sampled_from((0.001, 0.009, 0.1, 0.3, 1.0, 3.1, 7.0, 40.0))
CLOCKS = ("off", "off", "0:20+3", "5:00+0")
NUMBERS = st.integers(0, 99)
"""Which of what there is: counted round."""
MOST_TAPS = 60


class AnyHands(RuleBasedStateMachine):
    """What every kind of board has in common."""

    board: Rig

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory(prefix="minigam-hands-")
        self.watch = Watch()
        self.seed = 0

    def open(self, opening: Opened | None, board: str) -> None:
        self.seed += 1
        self.board = Rig(Path(self.folder.name), opening, self.seed, board, Lights.DRAWN)

    def name(self, number: int) -> str:
        names = sorted(self.board.profile.inputs)
        return names[number % len(names)]

    @rule(number=NUMBERS)
    def tap(self, number: int) -> None:
        self.board.tap(self.name(number))

    @rule(roll=st.booleans())
    def press_roll_or_undo(self, roll: bool) -> None:
        self.board.tap("roll" if roll else "undo")

    @rule(
        numbers=st.lists(NUMBERS, min_size=1, max_size=3),
        seconds=st.sampled_from((0.1, 1.2, 3.3, 6.0)),
    )
    def hold(self, numbers: list[int], seconds: float) -> None:
        self.board.hold(sorted({self.name(number) for number in numbers}), seconds)

    @rule(undo=st.booleans(), seconds=st.sampled_from((1.2, 3.3)))
    def hold_a_control(self, undo: bool, seconds: float) -> None:
        """For the menu, a double, or both for a new game."""
        rolls = [name for name in sorted(self.board.profile.inputs) if name.startswith("roll")]
        names = {1.2: ["undo"] if undo else rolls[:1], 3.3: ["undo", rolls[-1]]}[seconds]
        self.board.hold(names, seconds)

    @rule(number=NUMBERS, gaps=st.lists(st.sampled_from((0.001, 0.004, 0.02)), max_size=9))
    def bounce(self, number: int, gaps: list[float]) -> None:
        """A contact that flickers; it ends released."""
        name = self.name(number)
        for gap in gaps:
            self.board.hand.press(name)
            self.board.advance(gap)
            self.board.hand.release(name)
            self.board.advance(gap)

    @rule(number=NUMBERS)
    def lean_on(self, number: int) -> None:
        """And not let go."""
        self.board.hand.press(self.name(number))
        self.board.advance(0.05)

    @rule()
    def let_go(self) -> None:
        for name in self.board.profile.inputs:
            self.board.hand.release(name)
        self.board.advance(0.05)

    @rule(seconds=WAITS)
    def wait(self, seconds: float) -> None:
        self.board.advance(seconds)

    @rule(number=NUMBERS, seconds=st.sampled_from((0.05, 0.4, 1.5)))
    def touch_on_a_page(self, number: int, seconds: float) -> None:
        """It moves no pin."""
        self.edge(number, True)
        self.board.advance(seconds)
        self.edge(number, False)

    @rule(number=NUMBERS, pressed=st.sampled_from((True, False, None)))
    def edge(self, number: int, pressed: bool | None) -> None:
        """An edge without its other half, or an input that nobody knows."""
        self.board.table.edge(self.name(number), pressed, self.board.now)
        self.board.advance(0.03)

    @rule()
    def look_again(self) -> None:
        """A second look at every input, for edges that were lost."""
        for name, pressed in self.board.inputs.levels().items():
            self.board.table.edge(name, pressed, self.board.now)
        self.board.advance(0.03)

    @rule(words=st.sampled_from(("the cable is out", None)))
    def trouble(self, words: str | None) -> None:
        self.board.table.trouble(words, self.board.now)

    @rule(full=st.booleans())
    def disk(self, full: bool) -> None:
        self.board.table.disk_full(full, self.board.now)

    @rule(white=st.sampled_from(("Ann", "", "مینا")), black=st.sampled_from(("Ben", "")))
    def say_who_plays(self, white: str, black: str) -> None:
        with suppress(UnreadableError):
            self.board.table.name(white, black, self.board.now)

    @rule(
        levels=st.sampled_from((LEVELS, ("easy",), ())),
        brightness=st.integers(5, 100),
        idle=st.sampled_from((0.5, 10.0)),
    )
    def settle(self, levels: tuple[str, ...], brightness: int, idle: float) -> None:
        settings = Settings(levels=levels, brightness=brightness, idle=idle)
        self.board.table.apply_settings(settings, self.board.now)

    @rule()
    def wake(self) -> None:
        self.board.table.wake(self.board.now)

    @rule()
    def pull_the_plug(self) -> None:
        """And put it in again: nothing is down, and all that was acknowledged is there."""
        table, board = self.board.table, self.board.profile.name
        self.board.close()
        self.open(None, board)
        again = self.board.table
        if table.state.phase is Phase.ATTRACT:
            assert (again.number, again.state.phase) == (None, Phase.ATTRACT)
        elif table.state.phase is not Phase.CLOSED:
            assert again.number == table.number
            assert again.state.game.entries == table.state.game.entries
            assert steps_aside(again.state.game.turn) == steps_aside(table.state.game.turn)
            if not is_blind(table):
                assert again.state.game.turn == table.state.game.turn

    @rule(seed=SEEDS)
    def take_the_disk_away(self, seed: int) -> None:
        """Play stops with the first event that cannot be kept, and goes on after a start."""
        self.board.refuse_writing()
        chance, table = Random(seed), self.board.table
        for _ in range(5):
            self.board.tap(self.name(chance.randrange(99)))
            self.board.tap("roll")
            self.watch.look(self.board)
            if table.fault:
                before = table.state
                self.board.tap("roll")
                assert table.state == before
        self.pull_the_plug()

    @invariant()
    def all_is_as_it_must_be(self) -> None:
        self.watch.look(self.board)

    def teardown(self) -> None:
        if hasattr(self, "board"):
            self.board.close()
        self.folder.cleanup()


def steps_aside(turn: Turn | None) -> Turn | None:
    return turn and turn.with_steps(())


def is_blind(table: Table) -> bool:
    """Whether a board does not feel what lies there: after a start that may be steps."""
    felt = table.state.transient.felt
    return felt is not None and felt.code == NO_BOARD


class Buttons(AnyHands):
    @initialize(
        choice=st.sampled_from(CHOICES),
        seed=SEEDS,
        black=st.sampled_from(("human", "human", "easy")),
        dice=st.sampled_from(("electronic", "electronic", "hand")),
        clock=st.sampled_from(CLOCKS),
        started=st.booleans(),
        taps=st.sampled_from((0, 20, 60, 200)),
    )
    def begin(
        self,
        choice: tuple[str, dict[str, str]],
        seed: int,
        black: str,
        dice: str,
        clock: str,
        started: bool,
        taps: int,
    ) -> None:
        self.seed = seed
        setup = setup_of(*choice, black=black, dice=dice, clock=clock, hints=bool(seed % 2))
        self.open(Opened(setup, started=started), SIMULATED[setup.rules.layout.points])
        self.tap_on(seed, taps)

    @rule(seed=SEEDS, taps=st.integers(1, MOST_TAPS))
    def tap_on(self, seed: int, taps: int) -> None:
        """Mostly what is lit."""
        chance = Random(seed)
        for _ in range(taps):
            self.board.tap(next_touch(self.board, self.board.snapshot(), chance))

    @rule(seed=SEEDS)
    def tap_what_is_lit(self, seed: int) -> None:
        self.board.tap(next_touch(self.board, self.board.snapshot(), Random(seed)))


class Felts(AnyHands):
    table: FeltTable

    @initialize(
        rules=st.sampled_from([name for name in RULE_SETS if name != "backgammon-dice-tournament"]),
        seed=SEEDS,
        black=st.sampled_from(("human", "human", "easy")),
        dice=st.sampled_from(("electronic", "electronic", "hand")),
        clock=st.sampled_from(CLOCKS),
    )
    def begin(self, rules: str, seed: int, black: str, dice: str, clock: str) -> None:
        self.seed, self.in_the_air = seed, list[Side]()
        points = RULE_SETS[rules].layout.points
        setup = replace(felt_setup(rules), games=games_for(points))
        setup = replace(setup, black=black, dice=dice, clock=clock)
        self.open(Opened(setup), FELT_BOARDS[points])
        self.table.set_up()
        self.table.begin()

    def open(self, opening: Opened | None, board: str) -> None:
        """The checkers lie where they lay."""
        before = getattr(self, "table", None)
        super().open(opening, board)
        self.table = FeltTable(self.board)
        if before is not None:
            self.table.wood = before.wood
            self.table.read_all()
            self.table.wait(0.5)

    @rule(number=NUMBERS)
    def lift(self, number: int) -> None:
        wood = self.table.wood
        held = [(zone, side) for zone in wood.zones for side in Side if wood.holds(zone, side)]
        if held:
            zone, side = held[number % len(held)]
            self.table.lift(zone, side)
            self.in_the_air.append(side)
            self.table.wait(0.2)

    @rule(number=NUMBERS)
    def put(self, number: int) -> None:
        if self.in_the_air:
            zones = list(self.table.wood.zones)
            self.table.put(zones[number % len(zones)], self.in_the_air.pop())
            self.table.wait(0.3)

    @rule()
    def tidy_up(self) -> None:
        """All lies where the game has it."""
        self.in_the_air.clear()
        sensors = self.board.profile.sensors
        assert sensors is not None
        self.table.wood = Wood(sensors)
        self.table.wood.lay(
            self.table.state.game.rules.layout, self.table.state.game.shown_position
        )
        self.table.read_all()
        self.table.wait(3.0)

    @rule(number=NUMBERS)
    def unknown(self, number: int) -> None:
        """A place that nobody knows for a while."""
        zones = self.table.wood.zones
        zone = list(zones)[number % len(zones)]
        self.board.table.edge(place_name(zone, 0), None, self.board.now)
        self.table.wait(0.3)

    @rule()
    def read_all(self) -> None:
        self.table.read_all()
        self.table.wait(0.3)

    @rule(seed=SEEDS, turns=st.integers(1, 4))
    def play(self, seed: int, turns: int) -> None:
        """Whole turns, where all lies as it should; no button is leant on meanwhile."""
        chance = Random(seed)
        self.let_go()
        self.look_again()
        for _ in range(turns):
            self._play_on(chance)

    def _play_on(self, chance: Random) -> None:
        state, table = self.table.state, self.table
        if table.phase in (Phase.TO_THROW, Phase.PASSING):
            for _ in range(chance.randint(0, 7) if state.setup.by_hand else 0):
                table.press("undo")
            table.press("roll")
            table.wait(3.0)
        elif self.clean and state.turn and not state.turn.steps:
            try:
                Hand(table, chance).play_turn(any_turn(state.turn, chance))
            except NotTakenError:
                if self.table.state.game.ended_by != TIME:  # the flag may fall amid a turn
                    raise
            table.wait(1.0)

    @property
    def clean(self) -> bool:
        """Whether a person may play a turn now, and nothing is amiss."""
        state = self.table.state
        if self.in_the_air or state.phase is not Phase.MOVING or state.computer_moves:
            return False
        still = state.transient.felt is None and state.transient.hands_off is None
        lies = self.table.wood.position(state.game.rules.layout)
        return still and lies == without_faces(state.game.shown_position)


TestButtons = Buttons.TestCase
TestButtons.settings = SHARE
TestFelts = Felts.TestCase
TestFelts.settings = SHARE
