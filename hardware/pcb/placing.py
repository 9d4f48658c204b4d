"""Parts at their places on a board, their pads, and printed texts. Lengths are in mm."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hardware.pcb.geometry import Box, Point, rotate, shift
from hardware.pcb.kinds import Kind

FRONT, BACK = "F.Cu", "B.Cu"


@dataclass(frozen=True)
class Part:
    """A part: its net by each pin's function, and where its origin lies."""

    ref: str
    kind: Kind
    functions: Mapping[str, str]
    at: Point
    turn: float = 0
    """Degrees counterclockwise, as one sees it from the front; a multiple of 90."""
    back: bool = False
    label: Point | None = None
    """Where its name is printed, from its origin, as it lies on the board; None: nowhere."""

    @property
    def nets(self) -> dict[str, str]:
        """Its net by each pin's number; pins that are joined to nothing are left out."""
        return {self.kind.pins.number(name): net for name, net in self.functions.items()}


@dataclass(frozen=True)
class PlacedPad:
    """A pad as it lies on the board."""

    ref: str
    number: str
    """As its footprint here has it: `1#2` is a further pad of pin 1."""
    net: str
    """Empty where nothing is joined to it."""
    box: Box
    layers: frozenset[str]

    @property
    def at(self) -> Point:
        """Its middle."""
        return self.box.middle


@dataclass(frozen=True)
class Text:
    """A printed text, centred; `size` is the height of a capital in mm."""

    text: str
    at: Point
    size: float
    turn: float = 0
    back: bool = False


@dataclass(frozen=True)
class Pads:
    """Every pad of a board by part and number."""

    by_name: Mapping[tuple[str, str], PlacedPad] = field(default_factory=dict)

    def at(self, ref: str, number: str) -> Point:
        """Where a pad's middle is."""
        return self.by_name[ref, number].at


def pads_of(parts: Iterable[Part]) -> Pads:
    """Put the pads of all parts where they belong."""
    return Pads({(pad.ref, pad.number): pad for part in parts for pad in _placed(part)})


def _placed(part: Part) -> Iterable[PlacedPad]:
    nets = part.nets
    for name, pad in part.kind.footprint.pads.items():
        number = name.partition("#")[0]
        x, y = pad.at
        at = shift(rotate((x, -y if part.back else y), part.turn), *part.at)
        lying = part.turn % 180 == 90
        size = (pad.height, pad.width) if lying else (pad.width, pad.height)
        layers = {FRONT, BACK} if pad.drill else {BACK if part.back else FRONT}
        yield PlacedPad(part.ref, name, nets.get(number, ""), Box(at, *size), frozenset(layers))


def is_placed(part: Part) -> bool:
    """Whether a machine places it: it is on the front, and its pads have no holes."""
    return not part.back and not any(pad.drill for pad in part.kind.footprint.pads.values())


def nets_of(parts: Iterable[Part]) -> dict[str, set[tuple[str, str]]]:
    """The pins of each net."""
    found: dict[str, set[tuple[str, str]]] = {}
    for part in parts:
        for number, net in part.nets.items():
            found.setdefault(net, set()).add((part.ref, number))
    return found
