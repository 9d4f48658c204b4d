"""Maps sensors and buttons to inputs by asking a person to touch each place.

Pure: levels and the time, in seconds, are passed in; what to light and to say comes out.

    calibration = Calibration(profile, levels, now)
    loop: say(calibration.settled(now)); show(calibration.frame(now)); wait for levels
    until calibration.done: then calibration.result is the profile as it was found

One checker on one place is asked for at a time. The place lights steadily once a sensor answers,
and the next is asked for when the checker is lifted again. A place that never answers can be
skipped: its wire stays the one that the profile says, or becomes the one that is left.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import Enum
from math import inf

from minigam.board.current_limit import limit_current
from minigam.board.debounce import Debouncer
from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Frame, Mark, Scene, render
from minigam.board.profile_model import (
    Profile,
    is_sensor,
    light_of,
    wanted_inputs,
    wire_of,
    zone_of_place,
)
from minigam.errors import UnknownNameError
from minigam.words import Words

CALIBRATION_SETTLE_SECONDS = 0.3
"""How long a sensor must say the same: a checker that slides over it is gone sooner."""
REFUSED_SECONDS = 1.5
"""How long a refusal is shown at least."""
PATIENCE_SECONDS = 30.0
"""After which it is said that nothing has answered."""
UNDO = "undo"
BACK = (
    "one back; if the light is at a wrong place, end with Ctrl-C and correct the profile's "
    "strip.segments first"
)
FIRST = "this is the first: there is none before it"
ROLLS = ("roll", "roll-white", "roll-black")
"""Each skips the place that is asked for, once it has been found."""


class _Phase(Enum):
    """What the light of the place says."""

    ASKED = Meaning.MISSING_WHITE
    HELD = Meaning.SELECTED
    REFUSED = Meaning.ERROR


class Calibration:
    """One walk over the board; see the module.

    >>> from minigam.board.profile import load_profile
    >>> walk = Calibration(load_profile("quarter-hall"), {}, 0.0)
    >>> walk.settled(0.0)
    ['1 of 83: press roll-white']
    >>> walk.level("undo", True, 1.0)
    >>> walk.settled(2.0)
    ['roll-white: GPIO 12 answers; let it go']
    """

    def __init__(
        self,
        profile: Profile,
        levels: Mapping[str, bool],
        now: float,
        settle: float = CALIBRATION_SETTLE_SECONDS,
        *,
        skip: Collection[str] = (),
        begin: str | None = None,
    ) -> None:
        """`levels`: of the inputs before anything is asked; `settle`: of sensors, in seconds.

        `skip`: inputs that are not asked for; `begin`: the first that is, where the profile is
        right about those before. Raises `UnknownNameError` for an input that is not asked for.
        """
        self._profile = profile
        self._wanted = wanted_inputs(profile)
        check_asked(profile, skip, begin)
        self._at = self._begin = self._wanted.index(begin) if begin else 0
        """How many inputs have been asked for."""
        self._never = frozenset(skip)
        self.skipped = set(skip)
        """What keeps the wire that the profile says."""
        self.found = {n: n for n in self._wanted[: self._at] if n not in self.skipped}
        """For each input that has been found, the name that the given profile has for its wire."""
        self._pass_over()
        self._debouncers = {True: Debouncer(settle), False: Debouncer()}
        """For sensors, and for buttons."""
        self._pressed: set[str] = set()
        self._stuck = {name for name, pressed in levels.items() if pressed}
        """Pressed from the start on: they count once they have been released."""
        self._phase = _Phase.ASKED
        self._held = ""
        """The input that has answered, until it is released."""
        self._since = now
        self._lines: list[str] = []
        for name in self._stuck:
            self._debouncers[is_sensor(name)].known(name, True)
        if self._stuck:
            self._refuse(
                f"expected an empty board, got {self._wires(self._stuck)} on already: take "
                "everything away; what stays on is broken, and does not count until it goes off",
                now,
            )
        elif not self.done:
            self._ask(now)

    @property
    def done(self) -> bool:
        """Whether no input is to be asked for any more."""
        return self._at == len(self._wanted)

    @property
    def asked(self) -> str | None:
        """The input that is asked for; None at the end."""
        return None if self.done else self._asked

    @property
    def result(self) -> Profile:
        """The profile as it was found; the name and all the rest are as they were."""
        profile, names = self._profile, self._profile.input_names
        wires = self._wires_by_name
        inputs = {name: profile.inputs[wires[name]] for name in profile.inputs}
        if profile.sensors is None:
            return replace(profile, inputs=inputs)
        places = {
            zone: tuple(names.index(wires[name]) for name in places)
            for zone, places in profile.sensors.names.items()
        }
        return replace(profile, inputs=inputs, sensors=replace(profile.sensors, places=places))

    @property
    def _wires_by_name(self) -> dict[str, str]:
        """For each input the name that the profile has for its wire: whoever had it gets the other.

        So no two share a wire, also where some have not been found.
        """
        wires = {name: name for name in self._profile.input_names}
        for name, wire in self.found.items():
            owner = next(each for each, owned in wires.items() if owned == wire)
            wires[name], wires[owner] = wires[owner], wires[name]
        return wires

    def level(self, name: str, pressed: bool | None, now: float) -> None:
        """Take in an input's level; None: nobody knows it."""
        if pressed is not None:
            self._debouncers[is_sensor(name)].edge(name, pressed, now)
        elif name not in self._stuck:
            self._debouncers[is_sensor(name)].forget(name)
            self._pressed.discard(name)
            if name == self._held:
                self._ask(now)

    @property
    def deadline(self) -> float:
        """When `settled` may next have something to say."""
        times = [debouncer.deadline for debouncer in self._debouncers.values()]
        return min([*times, inf if self.done else self._due])

    def settled(self, now: float) -> list[str]:
        """Go on with what is certain by now; what to say."""
        for debouncer in self._debouncers.values():
            for change in debouncer.settled(now):
                self._take(change.input, change.pressed, now)
        if not self.done:
            self._judge(now)
        lines, self._lines = self._lines, []
        return lines

    def frame(self, seconds: float) -> Frame:
        """What the strip shows: the light of the place that is asked for."""
        strip, marks, segments = self._profile.strip, {}, {}
        light = None if self.done else light_of(self._profile, self._asked)
        if light:
            marks, segments = {"asked": Mark(self._phase.value)}, {"asked": light}
        return limit_current(render(Scene(marks), segments, strip.pixels, seconds), strip.budget)

    # Within

    @property
    def _asked(self) -> str:
        return self._wanted[self._at]

    @property
    def _due(self) -> float:
        """When time alone changes something."""
        if self._phase is _Phase.ASKED:
            return self._since + PATIENCE_SECONDS
        if self._phase is _Phase.REFUSED and not self._pressed:
            return self._since + REFUSED_SECONDS
        return inf

    def _take(self, name: str, pressed: bool, now: float) -> None:
        if name in self._stuck:
            self._stuck.remove(name)  # the first change is its release
        elif name == self.found.get(UNDO):
            if pressed:
                self._undo(now)
        elif self._skips(name):
            if pressed:
                self._skip(now)
        elif pressed:
            self._pressed.add(name)
        else:
            self._pressed.discard(name)

    def _skips(self, name: str) -> bool:
        """Whether an input skips what is asked for: a roll button does, once it was found."""
        may = not self.done and not self._pressed and is_zone(self._asked)
        return may and name in [self.found.get(roll) for roll in ROLLS]

    def _skip(self, now: float) -> None:
        self.skipped.add(self._asked)
        self._lines.append(f"{self._place(self._asked)}: skipped")
        self._next(now)

    def _next(self, now: float) -> None:
        self._at += 1
        self._pass_over()
        if not self.done:
            self._ask(now)

    def _pass_over(self) -> None:
        while not self.done and self._asked in self._never:
            self._at += 1

    def _judge(self, now: float) -> None:
        """What the pressed inputs mean for the one that is asked for."""
        match self._phase:
            case _Phase.ASKED if self._pressed:
                self._answered(now)
            case _Phase.ASKED if now >= self._since + PATIENCE_SECONDS:
                self._refuse(self._silence_words(), now)
            case _Phase.HELD if not self._pressed:
                self.found[self._asked] = self._held
                self._next(now)
            case _Phase.HELD if self._pressed != {self._held}:
                self._refuse(_several_words(self._wires(self._pressed | {self._held})), now)
            case _Phase.REFUSED if not self._pressed and now >= self._since + REFUSED_SECONDS:
                self._ask(now)

    def _answered(self, now: float) -> None:
        wires = self._wires(self._pressed)
        name = next(iter(self._pressed))
        users = [wanted for wanted, used in self.found.items() if used == name]
        if len(self._pressed) > 1:
            self._refuse(_several_words(wires), now)
        elif users:
            already = f"{wires} is {self._place(users[0])} already"
            self._refuse(f"expected another one, but {already}: {self._remedy}", now)
        elif is_sensor(name) != is_sensor(self._asked):
            self._refuse(f"expected {self._place(self._asked)}, got {wires}: {self._remedy}", now)
        else:
            self._hold(name)

    def _hold(self, name: str) -> None:
        self._phase, self._held = _Phase.HELD, name
        then = "take the checker away" if is_sensor(name) else "let it go"
        self._lines.append(f"{self._place(self._asked)}: {self._wires({name})} answers; {then}")

    def _ask(self, now: float) -> None:
        self._phase, self._held, self._since = _Phase.ASKED, "", now
        name, place = self._asked, self._place(self._asked)
        what = f"lay one checker on {place}" if is_sensor(name) else f"press {place}"
        self._lines.append(f"{self._at + 1} of {len(self._wanted)}: {what}")

    def _refuse(self, words: str, now: float) -> None:
        self._phase, self._held, self._since = _Phase.REFUSED, "", now
        self._lines.append(words)

    def _undo(self, now: float) -> None:
        """Forget the last answer. What lies on the board is to be taken away first."""
        before = [at for at in range(self._begin, self._at) if self._wanted[at] not in self._never]
        if not self._held and before:
            self._at = before[-1]
            self.found.pop(self._asked, None)
            self.skipped.discard(self._asked)
        self._refuse(BACK if self._held or before else FIRST, now)
        if not self._pressed:
            self._ask(now)

    # Words

    def _wires(self, names: set[str]) -> str:
        order = self._profile.input_names
        return " and ".join(wire_of(self._profile, name) for name in sorted(names, key=order.index))

    def _place(self, name: str) -> str:
        """An input for people: `point-3, place 2 of 8`, or a button's name."""
        zone = zone_of_place(name)
        if zone is None or self._profile.sensors is None:
            return name
        places = self._profile.sensors.names[zone]
        return f"{zone}, place {places.index(name) + 1} of {len(places)}"

    @property
    def _remedy(self) -> str:
        if is_sensor(self._asked):
            return "take the checker away, then lay it where the light is"
        return f"let it go, then press {self._asked}"

    def _silence_words(self) -> str:
        text = f"nothing has answered for {PATIENCE_SECONDS:.0f} seconds"
        if is_sensor(self._asked):
            check = "check the checker's magnet and the sensor's wires"
        else:
            check = "check the button's wires"
        if is_zone(self._asked) and (roll := next((n for n in ROLLS if n in self.found), None)):
            check = f"{check}, or press {roll} to skip it"
        still = f"; on since the start: {self._wires(self._stuck)}" if self._stuck else ""
        return f"{text}: {check}{still}"


def check_asked(profile: Profile, skip: Collection[str], begin: str | None) -> None:
    """Raise `UnknownNameError` for an input that a board is not asked for."""
    wanted = wanted_inputs(profile)
    for name in (*skip, *([begin] if begin else [])):
        if name not in wanted:
            raise UnknownNameError(Words("input"), name, wanted)


def is_zone(name: str) -> bool:
    """Whether an input is a place or a zone's button, and no control."""
    return name not in (*ROLLS, UNDO)


def _several_words(wires: str) -> str:
    return f"expected one answer, got {wires}: take everything away, then try again"
