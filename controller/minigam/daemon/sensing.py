"""Turns sensor levels into table events: debounced, compared with the game, one at a time."""

from math import inf

from minigam.board.occupancy import Occupancy, Places
from minigam.board.profile_model import Sensors, zone_of_place
from minigam.table.events import Event, Felt, Tapped
from minigam.table.mismatch import NO_BOARD
from minigam.table.recognition import Recogniser
from minigam.table.sensed import lifted
from minigam.table.state import Phase, State
from minigam.words import joined


class Sensing:
    """Turns sensor levels into table events; without sensors only trouble and buttons pass."""

    def __init__(self, sensors: Sensors | None) -> None:
        """Nothing is felt yet."""
        self._places = Places(sensors) if sensors else None
        self._recogniser = Recogniser()
        self._trouble: str | None = None
        self._asks_at = inf
        self._paused, self._always = _Watch(), _Watch()

    def level(self, name: str, occupied: bool | None, now: float) -> bool:
        """Take in the level of an input, if that is a place; whether it is."""
        if self._places is None or not zone_of_place(name):
            return False
        self._places.level(name, occupied, now)
        self._asks_at = now
        return True

    def trouble(self, words: str | None) -> Felt:
        """What keeps the board from working, as an event; None: it works again."""
        self._trouble = words
        return Felt(NO_BOARD, joined([words])) if words else Felt()

    @property
    def in_trouble(self) -> bool:
        """Whether something keeps the board from working."""
        return self._trouble is not None

    def heard(self, state: State, tap: Tapped) -> Event:
        """What a button means: see `Recogniser.heard`."""
        return self._recogniser.heard(state, tap)

    def changed(self, now: float) -> None:
        """Something has happened in the game: the board is to be compared anew."""
        self._asks_at = now

    def touched(self, state: State, now: float) -> str | None:
        """In a pause, the zone where something has been moved: that is as good as a tap."""
        if self._places is None:
            return None
        self._places.settled(now)
        if state.phase is not Phase.PAUSED or self._trouble or not self._places.known:
            self._paused.forget()
            return None
        return self._paused.moved(self._places.occupancy)

    def activity(self, now: float) -> bool:
        """Whether something has been moved since this was asked last."""
        if self._places is None:
            return False
        self._places.settled(now)
        if self._trouble or not self._places.known:
            self._always.forget()
            return False
        return self._always.moved(self._places.occupancy) is not None

    def lifted(self, state: State) -> tuple[str, ...]:
        """See `table.sensed.lifted`."""
        if self._places is None or state.transient.felt is None or not self._places.known:
            return ()  # nothing is missing, as after most edges
        return lifted(state, self._places.occupancy)

    def next_event(self, state: State, now: float) -> Event | None:
        """The next thing to be taken in, if there is any; to be asked again after that."""
        self._asks_at = inf
        if self._places:
            self._places.settled(now)
        if self._trouble:
            felt_now = Felt(NO_BOARD, joined([self._trouble]))
            return None if state.transient.felt == felt_now else felt_now
        if self._places is None:
            return None
        if self._places.known:
            self._recogniser.feel(self._places.occupancy, now)
        self._asks_at = self._recogniser.deadline(now)
        return self._recogniser.next_event(state, now)

    @property
    def deadline(self) -> float:
        """When `next_event` must be called again."""
        if self._places is None:
            return self._asks_at if self._trouble else inf
        return min(self._asks_at, self._places.deadline)

    @property
    def resting(self) -> bool:
        """Whether no place is moving."""
        return self._places is None or self._places.resting


class _Watch:
    """Sees that something is moved."""

    def __init__(self) -> None:
        self._lay: Occupancy = {}

    def forget(self) -> None:
        """Whatever lay there does not count."""
        self._lay = {}

    def moved(self, seen: Occupancy) -> str | None:
        """A zone where something has been moved since this was asked first, or moved last."""
        before = self._lay
        changed = (
            zone
            for zone, lay in before.items()
            if not seen[zone].fits(lay.nearest(seen[zone].least))  # there cannot be as many
        )
        moved = next(changed, None)
        # A place that nobody knows for a while, as where a cable is out, is no hand.
        kept = {} if moved else {zone: lay for zone, lay in before.items() if lay.most is not None}
        self._lay = {**seen, **kept}
        return moved
