"""What stands on a bench: a board, and the jig that is wired to it. Format: `docs/bench.md`.

A profile with faults is refused with all of them at once, each with its key.
"""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from minigam.board.profile import load_profile
from minigam.board.profile_model import Profile, is_spare
from minigam.errors import HardwareError, MinigamError, ProfileError, UnknownNameError, said
from minigam.link.jig import PINS
from minigam.validation import FLAG, TEXT, Kind, list_of, whole

BY_HAND = "hand"
LOOPBACK = "loopback"
"""The port of a jig that is this Pi itself: its own free pins, by jumpers."""
SIMULATED = "simulated"
"""The port of a jig that is a program, beside a board that is one too: see `daemon.hardware`."""
NUMBERS = {"touches": 100, "touch_ms": 50, "lit_ms": 100, "quiet": 60}
"""Those that a bench may say, and what they are if it does not."""
MOST = 1_000_000
HEADER = range(28)
"""A Pi's pins that come out of it."""
_WORDS = list_of(TEXT, "a list of words")
_NUMBER = whole(1, MOST, "a number")
_KINDS = {
    "title": TEXT,
    "board": TEXT,
    "service": FLAG,
    "command": _WORDS,
    "omit": _WORDS,
    **dict.fromkeys(NUMBERS, _NUMBER),
}
_USUAL = {"service": False, "command": [], "omit": [], **NUMBERS}
_JIG_KINDS = {
    **dict.fromkeys(("bounces", "measures", "meter", "strip"), FLAG),
    "port": TEXT,
    "shunt_mohm": _NUMBER,
}
_JIG_USUAL = {**dict.fromkeys(_JIG_KINDS, False), "port": "", "shunt_mohm": 1}


class Need(Enum):
    """What a case may want of a bench, in words that say how it is given."""

    INPUTS = "an input driven by the jig (jig.inputs)"
    ZONES = "a button at each zone, all driven by the jig (jig.inputs)"
    PLAY = "each button and each sensor, driven by the jig (jig.inputs)"
    ROLL = "roll and undo, driven by the jig (jig.inputs)"
    LIGHT = "a jig, or a pin of the Pi, that listens to the strip (jig.strip, jig.listens)"
    STRIP = "a jig that listens to the strip (jig.strip)"
    WIRE = "a jig that measures bit times (jig.measures)"
    BOUNCE = "a jig fast enough to bounce (jig.bounces)"
    CABLE = "a board cable that the bench can cut (jig.cable)"
    METER = "a meter (jig.meter)"
    SERVICE = "the installed service, as root (service = true)"


@dataclass(frozen=True)
class Wires:
    """What of the jig goes where on the board."""

    inputs: Mapping[str, int]
    """The jig's pin at each of the board's inputs, for those that are wired."""
    strip: bool = False
    """Whether the jig listens to the strip's data line."""
    listens: int | None = None
    """The Pi's own pin at the data line, which notices when a frame begins: in a loopback."""
    measures: bool = True
    """Whether it can measure that line's bits; one that is no Pico cannot."""
    bounces: bool = True
    """Whether it is as quick as a contact that bounces."""
    cable: int | str | None = None
    """The jig's pin that cuts the board's USB cable while it is low, or `hand`: a person does."""
    meter: bool = False
    """Whether a meter on the jig measures what the strip draws."""
    shunt_mohm: int = 100
    """The meter's shunt, in milliohm: of the usual boards with an INA219."""


@dataclass(frozen=True)
class Bench:
    """One bench."""

    name: str
    title: str
    board: Profile
    board_name: str
    """As it is asked for: a name, or a file."""
    wires: Wires
    port: str | None = None
    """The jig's serial port; None: the one Pico that is no board."""
    service: bool = False
    """Whether the installed service is tried, instead of a program of the bench's own."""
    command: tuple[str, ...] = ()
    """What is the program `minigam`, where it is another than this one."""
    touches: int = NUMBERS["touches"]
    """How many are timed."""
    touch_ms: int = NUMBERS["touch_ms"]
    """How long each takes."""
    lit_ms: int = NUMBERS["lit_ms"]
    """How soon 99 of 100 have to be lit."""
    quiet: int = NUMBERS["quiet"]
    """How long nobody touches the board, in seconds."""
    omit: tuple[str, ...] = ()
    """The cases that are left out, unless they are asked for."""

    @property
    def asked(self) -> str:
        """What is asked of it, in words."""
        return (
            f"{self.touches} touches of {self.touch_ms} ms, 99 of 100 lit within {self.lit_ms} ms; "
            f"{self.quiet} s of silence"
        )

    @property
    def offers(self) -> frozenset[Need]:
        """What a case may count on."""
        wires, board = self.wires, self.board
        played = set(wires.inputs) >= {name for name in board.input_names if not is_spare(name)}
        return frozenset(
            need
            for need, given in (
                (Need.INPUTS, wires.inputs),
                (Need.ZONES, played and not board.feels),
                (Need.PLAY, played),
                (Need.ROLL, {*board.roll_inputs, "undo"} <= wires.inputs.keys()),
                (Need.LIGHT, wires.strip or wires.listens is not None),
                (Need.STRIP, wires.strip),
                (Need.WIRE, wires.strip and wires.measures),
                (Need.BOUNCE, wires.bounces),
                (Need.CABLE, board.on_a_pico and wires.cable is not None),
                (Need.METER, wires.meter),
                (Need.SERVICE, self.service),
            )
            if given
        )

    def check_pins(self, pins: Collection[int]) -> None:
        """Raise `HardwareError` where something is wired to a pin that the jig cannot drive."""
        wired = {**self.wires.inputs, "cable": self.wires.cable}
        wrong = [name for name, pin in wired.items() if isinstance(pin, int) and pin not in pins]
        if wrong:
            them = ", ".join(map(str, pins))
            raise HardwareError(
                f"the jig cannot drive the pins of {', '.join(wrong)}: it has {them}"
            )


def load_bench(name: str, board: str | None = None) -> Bench:
    """The bench of a built-in name or a file's path; raises as `parse_bench`.

    `board`: a profile's name or file, instead of the one that the bench names; its own faults are
    raised as `load_profile` does. Also `UnknownNameError` for another name of a bench, and
    `OSError` for a file that cannot be read.

    >>> load_bench("quarter-buttons").wires.inputs["point-1"]
    0
    """
    known = built_in_benches()
    file = Path(name) if name.endswith(".toml") else known.get(name)
    if file is None:
        raise UnknownNameError("bench", name, [*sorted(known), "a path ending in .toml"])
    return parse_bench(file.read_bytes(), file.name, board)


def built_in_benches() -> dict[str, Traversable]:
    """The benches that come with minigam, by name.

    >>> sorted(built_in_benches())
    ['quarter-buttons', 'quarter-hall', 'sim']
    """
    found = (files("minigam") / "benches").iterdir()
    return {file.name.removesuffix(".toml"): file for file in found}


def parse_bench(text: str | bytes, name: str, board: str | None = None) -> Bench:
    """A bench from its TOML text; raise `ProfileError` with every fault. `board`: see `load_bench`.

    >>> bench = parse_bench('title="T"\\nboard="quarter-buttons"\\n[jig]\\ninputs.undo=3', "b.toml")
    >>> bench.wires.inputs["undo"], bench.wires.strip
    (3, False)
    """
    try:
        table = tomllib.loads(text if isinstance(text, str) else text.decode())
    except (ValueError, RecursionError) as fault:
        raise ProfileError(name, (f"expected TOML, got: {fault}",), "bench") from None
    if board is not None:
        load_profile(board)  # its own faults, as `minigam check` names them
        table["board"] = board
    faults = list(_faults(table))
    if faults:
        raise ProfileError(name, tuple(faults), "bench")
    jig, profile = table["jig"], load_profile(table["board"])
    return Bench(
        name=name.removesuffix(".toml"),
        title=table["title"],
        board=profile,
        board_name=table["board"],
        wires=_wires(jig, profile),
        port=jig.get("port"),
        service=table.get("service", False),
        command=tuple(table.get("command", ())),
        omit=tuple(table.get("omit", ())),
        **{name: table.get(name, usual) for name, usual in NUMBERS.items()},
    )


def _wires(jig: Mapping[str, Any], board: Profile) -> Wires:
    if jig.get("port") != SIMULATED:
        return Wires(**{"inputs": {}, **{key: jig[key] for key in jig if key != "port"}})
    names = board.input_names
    inputs = {name: number for number, name in enumerate(names) if not is_spare(name)}
    cable = len(names) if board.on_a_pico else None
    return Wires(inputs, strip=True, measures=False, cable=cable)


def _faults(table: Mapping[str, Any]) -> Iterator[str]:
    yield from _unknown(table, {*_KINDS, "jig"}, "")
    yield from _unfit({**_USUAL, **table}, _KINDS, "")
    if not isinstance(jig := table.get("jig"), dict):
        yield f"jig: expected a table, got {said(jig)}"
        return
    if jig.get("port") == SIMULATED and table.get("service"):
        yield "service: expected false: a simulated jig cannot touch the installed service"
    yield from _jig_faults(jig)
    yield from _board_faults(table.get("board"), jig)


def _jig_faults(jig: Mapping[str, Any]) -> Iterator[str]:
    yield from _unknown(jig, {*_JIG_KINDS, "listens", "cable", "inputs"}, "jig.")
    yield from _unfit({**_JIG_USUAL, **jig}, _JIG_KINDS, "jig.")
    pins = {key: jig[key] for key in ("cable", "listens") if key in jig}
    if jig.get("cable") == BY_HAND:
        del pins["cable"]
    inputs = jig.get("inputs", {})
    if isinstance(inputs, dict):
        pins |= {f"inputs.{name}": pin for name, pin in inputs.items()}
    else:
        yield f"jig.inputs: expected a table, got {said(inputs)}"
    loopback, simulated = (jig.get("port") == port for port in (LOOPBACK, SIMULATED))
    if simulated and (more := jig.keys() - {"port"}):
        yield f"jig.{min(more)}: expected nothing but port: a simulated jig is wired to everything"
    if "listens" in jig and not loopback:
        yield f'jig.listens: expected port = "{LOOPBACK}" with it'
    if loopback and (wrong := {"strip", "cable", "meter"} & jig.keys()):
        yield f"jig.{min(wrong)}: a loopback has none"
    known = HEADER if loopback else range(PINS)
    taken = dict[int, str]()
    for key, pin in pins.items():
        if type(pin) is not int or pin not in known:
            yield f"jig.{key}: expected a pin from 0 to {known[-1]}, got {said(pin)}"
        elif taken.setdefault(pin, key) != key:
            yield f"jig.{key}: pin {pin} is also that of jig.{taken[pin]}"


def _board_faults(board: Any, jig: Mapping[str, Any]) -> Iterator[str]:
    """The board has each input that is wired, and a loopback has none of the board's own pins."""
    if not isinstance(board, str) or not isinstance(inputs := jig.get("inputs", {}), dict):
        return
    try:
        profile = load_profile(board)
    except MinigamError as fault:
        yield f"board: {fault}"
        return
    for name in inputs:
        if name not in profile.input_names:
            yield f"jig.inputs.{name}: {board} has no such input"
    if jig.get("port") == LOOPBACK and not profile.on_a_pico:
        yield from _own_pins(profile, {"listens": jig.get("listens"), **inputs})


def _own_pins(profile: Profile, pins: Mapping[str, Any]) -> Iterator[str]:
    own = {profile.strip.gpio: "strip", **{pin: name for name, pin in profile.inputs.items()}}
    for name, pin in pins.items():
        if type(pin) is int and pin in own:
            yield f"jig: pin {pin} for {name} is the board's own, for {own[pin]}: take a free one"


def _unknown(table: Mapping[str, Any], known: set[str], where: str) -> Iterator[str]:
    for key in table:
        if key not in known:
            yield f"{where}{key}: unknown; expected one of {', '.join(sorted(known))}"


def _unfit(table: Mapping[str, Any], kinds: Mapping[str, Kind], where: str) -> Iterator[str]:
    for key, kind in kinds.items():
        if not kind.fits(value := table.get(key)):
            yield f"{where}{key}: expected {kind.expected}, got {said(value)}"
