"""From the levels of a board's places to events: settled, compared with the game, told in turn."""

from __future__ import annotations

from minigam.board.occupancy import Places
from minigam.board.parts import Sensors, zone_of_place
from minigam.game.events import Event, Felt, Tapped
from minigam.game.recognise import Recogniser
from minigam.game.state import State


class Feeling:
    """What a board feels; nothing, where it is tapped instead."""

    def __init__(self, sensors: Sensors | None) -> None:
        """Nothing is felt yet."""
        self._places = Places(sensors) if sensors else None
        self._recogniser = Recogniser()
        self._trouble: str | None = None
        self._asks_at: float | None = None

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
        return Felt("no-board", words) if words else Felt()

    def heard(self, state: State, tap: Tapped) -> Event:
        """What a button means: see `Recogniser.heard`."""
        return self._recogniser.heard(state, tap)

    def changed(self, now: float) -> None:
        """Something has happened in the game: the board is to be compared anew."""
        self._asks_at = now

    def tell(self, state: State, now: float) -> Event | None:
        """The next thing to be taken in, if there is any; to be asked again after that."""
        self._asks_at = None
        if self._places:
            self._places.settled(now)
        if self._trouble:
            told = Felt("no-board", self._trouble)
            return None if state.transient.felt == told else told
        if self._places is None:
            return None
        if self._places.known:
            self._recogniser.feel(self._places.occupancy, now)
        self._asks_at = self._recogniser.deadline(now)
        return self._recogniser.tell(state, now)

    @property
    def deadline(self) -> list[float]:
        """When `tell` may next have something to say."""
        if self._places is None and not self._trouble:
            return []
        moving = self._places.deadline if self._places else None
        return [at for at in (self._asks_at, moving) if at is not None]

    @property
    def resting(self) -> bool:
        """Whether no place is moving."""
        return self._places is None or self._places.deadline is None
