"""Detects faulty inputs by their raw, undebounced levels. Pure: time is passed in, in seconds.

The figures hold hands and their noise apart from faults: `docs/felt.md`. A fault is reported for
some time after it was last seen, so that somebody may look up from the game and read it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from minigam.board.debounce import BurstDetector, BurstThreshold
from minigam.board.occupancy import FLICKER
from minigam.board.profile_model import Profile, zone_of_place
from minigam.words import Words, joined, span

BOUNCING = BurstThreshold(600, 60.0)
"""Changes of a button that are more than bounce: it bounces up to ten times a press, and nobody
presses one every second for a minute."""
SHORT_GAPS = BurstThreshold(10, 300.0)
"""Gaps of a weak magnet: a nudged checker has one now and then."""
GAP_SECONDS = 0.3
"""The longest gap: what lasts longer may have been lifted and put back."""
REST_SECONDS = 1.0
"""How long a checker lay before its gap: what comes sooner is a hand that sets it down."""
STUCK_SECONDS = 60.0
"""The longest press: all gestures are over within a few seconds."""
QUIET_SECONDS = 3600.0
NEIGHBOUR_CHANGES = 60
"""A place that has not changed for so long, while those beside it have so often, may be dead."""
UNKNOWN_SECONDS = 5.0
"""How long nobody may know an input's level: a Pico that starts needs less."""
KEPT_SECONDS = 600.0
"""How long flicker and gaps are reported after they were last seen."""


class FaultKind(Enum):
    """What may be wrong with an input."""

    UNKNOWN = "unknown"
    FLICKERING = "flickering"
    STUCK = "stuck"
    WEAK = "weak"


@dataclass(frozen=True)
class InputFault:
    """One input that looks faulty."""

    input: str
    kind: FaultKind
    text: Words
    """For people: which one, what was seen, and where to look."""


class Health:
    """All inputs of a board.

    >>> from minigam.board.profile import load_profile
    >>> health = Health(load_profile("quarter-hall"), 0.0)
    >>> health.level("undo", True, 1.0)
    >>> [finding.text for finding in health.findings(91.0) if finding.input == "undo"]
    ['undo button: pressed for 90 seconds; does something lie on it, or is its wire shorted?']
    """

    def __init__(self, profile: Profile, now: float) -> None:
        """Nothing is known yet."""
        names = [name for name in profile.input_names if zone_of_place(name) != "spare"]
        self._trails = {name: _Trail(bool(zone_of_place(name)), now) for name in names}
        zones = profile.sensors.names if profile.sensors else {}
        self._beside = {
            name: (*places[max(0, n - 1) : n], *places[n + 1 : n + 2])
            for places in zones.values()
            for n, name in enumerate(places)
        }

    def level(self, name: str, level: bool | None, now: float) -> None:
        """Take in an input's level; the same again is no news. None: nobody knows it."""
        if trail := self._trails.get(name):
            trail.level(level, now)

    def findings(self, now: float) -> list[InputFault]:
        """Every input that looks faulty, each once.

        Where no input is known the board itself is in trouble, which is reported elsewhere.
        """
        if all(trail.present is None for trail in self._trails.values()):
            return []
        signs = {name: next(self._signs(name, now), None) for name in self._trails}
        return [
            InputFault(name, sign[0], joined([input_words(name), sign[1]], ": "))
            for name, sign in signs.items()
            if sign
        ]

    def _signs(self, name: str, now: float) -> Iterator[tuple[FaultKind, Words]]:
        """What may be wrong, the most certain first."""
        trail = self._trails[name]
        yield from trail.signs(now)
        beside = [self._trails[other].changes for other in self._beside.get(name, ())]
        quiet = now - trail.since
        busy = min(beside, default=0) >= NEIGHBOUR_CHANGES
        if trail.never_changed and quiet >= QUIET_SECONDS and busy:
            yield (
                FaultKind.STUCK,
                Words(
                    "has not changed in {time}, while those beside it have; this is only a hint: "
                    "see whether it feels a checker",
                    time=span(quiet),
                ),
            )


class _Sign:
    """Remembers when something last happened too often."""

    def __init__(self, limit: BurstThreshold) -> None:
        self._tally = BurstDetector(limit)
        self._last: tuple[float, float] | None = None

    def add(self, now: float) -> None:
        if (took := self._tally.add(now)) is not None:
            self._last = now, took

    def report(self, now: float) -> Words | None:
        """In what time it did, in words; None, if that is old or never was."""
        if self._last is None or now - self._last[0] > KEPT_SECONDS:
            return None
        return span(self._last[1])


class _Trail:
    """What one input has said."""

    def __init__(self, is_place: bool, now: float) -> None:
        self.present: bool | None = None
        self.since = now
        """When the present level, or the lack of one, began."""
        self.changes = 0
        self._is_place = is_place
        self._lasted = 0.0
        """How long the level before the present one lasted."""
        self._limit = FLICKER if is_place else BOUNCING
        self._flips = _Sign(self._limit)
        self._gaps = _Sign(SHORT_GAPS)

    @property
    def never_changed(self) -> bool:
        return self.present is not None and not self.changes

    def level(self, level: bool | None, now: float) -> None:
        if level == self.present:
            return
        if level is not None and self.present is not None:
            self._changed(level, now)
        self._lasted = now - self.since
        self.present, self.since = level, now

    def _changed(self, level: bool, now: float) -> None:
        self.changes += 1
        self._flips.add(now)
        if level and self._lasted >= REST_SECONDS and now - self.since <= GAP_SECONDS:
            self._gaps.add(now)

    def signs(self, now: float) -> Iterator[tuple[FaultKind, Words]]:
        """What may be wrong, as far as the input itself shows it."""
        lasted = now - self.since
        if self.present is None and lasted >= UNKNOWN_SECONDS:
            yield FaultKind.UNKNOWN, Words("cannot be read; are its cables plugged in?")
        if within := self._flips.report(now):
            cause = Words("is one of its wires loose?")
            if self._is_place:
                cause = Words("is the magnet weak or the sensor loose?")
            yield (
                FaultKind.FLICKERING,
                Words.counted(
                    "flickers, 1 change within {time}; {cause}",
                    "flickers, {number} changes within {time}; {cause}",
                    self._limit.many,
                    **{"time": within, "cause": cause},
                ),
            )
        if self.present and not self._is_place and lasted >= STUCK_SECONDS:
            yield (
                FaultKind.STUCK,
                Words(
                    "pressed for {time}; does something lie on it, or is its wire shorted?",
                    time=span(lasted),
                ),
            )
        if self._is_place and (within := self._gaps.report(now)):
            yield (
                FaultKind.WEAK,
                Words.counted(
                    "loses its checker, 1 short gap within {time}; is its magnet weak, or "
                    "too far from the sensor?",
                    "loses its checker, {number} short gaps within {time}; is its magnet weak, or "
                    "too far from the sensor?",
                    SHORT_GAPS.many,
                    time=within,
                ),
            )


_OWNED = {
    "bar-white": Words("white's bar"),
    "bar-black": Words("black's bar"),
    "off-white": Words("white's off tray"),
    "off-black": Words("black's off tray"),
    "roll-white": Words("white's roll"),
    "roll-black": Words("black's roll"),
    "roll": Words("roll"),
    "undo": Words("undo"),
}


def input_words(name: str) -> Words:
    """An input's name for people.

    >>> input_words("point-3/2"), input_words("off-white/1"), input_words("roll-black")
    ('point 3, place 2', "white's off tray, place 1", "black's roll button")
    """
    zone, slash, place = name.partition("/")
    words = _OWNED.get(zone) or _point_words(zone)
    if slash:
        return Words("{zone}, place {number}", zone=words, number=place)
    return Words("{zone} button", zone=words)


def _point_words(zone: str) -> Words:
    kind, _, which = zone.partition("-")
    return Words("point {number}", number=which) if kind == "point" else joined([kind, which])
