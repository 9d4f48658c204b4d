"""A board of wood that feels its checkers: what lies where, what the sensors say, and the game.

The sensors' levels go through the project's own settling and recognition; time is simulated.
"""

from abc import ABC, abstractmethod
from dataclasses import replace
from math import inf

from minigam.board.occupancy import Places
from minigam.board.profile import load_profile
from minigam.board.profile_model import Sensors, place_name
from minigam.hil.wood import Wood
from minigam.rules.position import Layout, Position, Side
from minigam.table.events import Tapped
from minigam.table.recognition import Recogniser
from minigam.table.setup import Setup
from minigam.table.state import Phase, State, resumed
from tests.table.play import Play, agreed, at

BOARDS = {6: "quarter-hall", 16: "dice-16-hall", 24: "full-24-hall"}


def sensors_for(points: int) -> Sensors:
    sensors = load_profile(BOARDS[points]).sensors
    assert sensors is not None
    return sensors


def felt_setup(rules_id: str, options: tuple[tuple[str, str], ...] = ()) -> Setup:
    return agreed(rules_id, felt=True, **dict(options))


class Felt(ABC):
    """A game on such a board, as a hand meets it."""

    def __init__(self, wood: Wood) -> None:
        self.wood = wood

    @property
    @abstractmethod
    def state(self) -> State:
        """The game."""

    @abstractmethod
    def level(self, place: str, occupied: bool) -> None:
        """A sensor says so."""

    @abstractmethod
    def wait(self, seconds: float) -> None:
        """Time passes, and what falls due on the way is done."""

    @abstractmethod
    def press(self, button: str) -> None:
        """Press a button and let it go."""

    def put(self, zone: str, side: Side, place: int | None = None) -> str | None:
        felt = self.wood.put(zone, side, place)
        self.read(felt, True)
        return felt

    def lift(self, zone: str, side: Side) -> str | None:
        felt = self.wood.lift(zone, side)
        self.read(felt, False)
        return felt

    def read(self, place: str | None, occupied: bool) -> None:
        """A sensor says so, whatever lies there; None for a checker that none feels."""
        if place is not None:
            self.level(place, occupied)

    def read_all(self) -> None:
        """What every sensor says now."""
        for zone, lies in self.wood.zones.items():
            for n, lie in enumerate(lies):
                self.level(place_name(zone, n), lie is not None)

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def felt(self) -> str:
        """What the board is said to show that is not expected."""
        felt = self.state.transient.felt
        return felt.code if felt else ""

    @property
    def said(self) -> str:
        felt = self.state.transient.felt
        return felt.text if felt else ""

    @property
    def position(self) -> Position:
        return self.state.game.shown_position


class FeltPlay(Felt):
    """A game that is nothing but the machine."""

    def __init__(self, play: Play, position: Position) -> None:
        """`position`: where the checkers lie."""
        self.play = play
        sensors = sensors_for(self.layout.points)
        super().__init__(Wood(sensors))
        self.wood.lay(self.layout, position)
        self.now = 100.0
        self.feel_all(sensors)

    @property
    def layout(self) -> Layout:
        """The board's, as the game that is played numbers it."""
        return self.play.state.game.rules.layout

    def feel_all(self, sensors: Sensors | None = None) -> None:
        """Nothing has been felt before."""
        self.places = Places(sensors or sensors_for(self.layout.points))
        self.recogniser = Recogniser()
        self.read_all()
        self._tell()

    @property
    def state(self) -> State:
        return self.play.state

    def level(self, place: str, occupied: bool) -> None:
        self.places.level(place, occupied, self.now)

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while (due := self._due()) <= until:
            self.now = max(self.now, due)
            self._tell()
        self.now = until
        self._tell()

    def press(self, button: str) -> None:
        tap = Tapped(button, round(self.now * 1e6))
        self.play.do(self.recogniser.heard(self.play.state, tap))
        self._tell()

    def throw(self) -> None:
        transient = replace(self.play.state.transient, dead=False)
        self.play.state = replace(self.play.state, transient=transient)
        assert self.play.state.game.side is not None
        self.press(f"roll-{self.play.state.game.side.value}")

    def _due(self) -> float:
        times = (self.places.deadline, self.recogniser.deadline(self.now))
        return min((at for at in times if at > self.now), default=inf)

    def _tell(self) -> None:
        self.places.settled(self.now)
        if self.places.known:
            self.recogniser.feel(self.places.occupancy, self.now)
        while event := self.recogniser.next_event(self.play.state, self.now):
            before = self.play.state
            self.play.do(event)
            if self.play.state == before:
                raise AssertionError(f"{event} leads nowhere, at {before}")


class FeltBoard(FeltPlay):
    """The same at white's roll in a position."""

    def __init__(self, setup: Setup, position: Position, *dice: tuple[int, int]) -> None:
        play = at(position, *dice, setup=setup)
        play.state = resumed(play.state.game, play.state.setup)
        super().__init__(play, position)

    def feel_from_anew(self) -> None:
        """As after a start of the daemon."""
        self.play.state = resumed(self.play.state.game, self.play.state.setup)
        self.feel_all()
