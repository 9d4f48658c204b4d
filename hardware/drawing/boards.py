"""The boards that are drawn, and all sheets of each."""

from dataclasses import dataclass

from hardware.drawing.chain import chain, sensors
from hardware.drawing.felt import felt
from hardware.drawing.inputs import inputs, one_filter
from hardware.drawing.items import SENSOR, TOUCH, Item
from hardware.drawing.lights import lights, shifter
from hardware.drawing.multiplexers import multiplexer
from hardware.drawing.power import fuse, power
from hardware.drawing.registers import register_board
from hardware.drawing.wiring import Sheet
from minigam.board.profile import load_profile
from minigam.board.profile_model import Profile


@dataclass(frozen=True)
class Board:
    """A board to build."""

    profile: Profile
    touched: Item = TOUCH
    """What is at a zone that is tapped: a button, or a sensor that a checker is held to."""

    @property
    def name(self) -> str:
        """Its profile's."""
        return self.profile.name


def boards() -> list[Board]:
    """Every board with wires. How a zone is tapped is no matter of pins, so it is said here."""
    return [
        Board(load_profile("quarter-buttons")),
        Board(load_profile("quarter-hall-tap"), touched=SENSOR),
        *(Board(load_profile(name)) for name in ("quarter-hall", "full-24-hall", "dice-16-hall")),
    ]


def board_named(name: str) -> Board:
    """The board of a profile; `KeyError` if it is not one that is drawn."""
    return {board.name: board for board in boards()}[name]


def sheets(board: Board) -> list[Sheet]:
    """All of a board's sheets; every part of the board is on one of them."""
    profile = board.profile
    found = [
        power(profile),
        fuse(),
        lights(profile),
        shifter(),
        inputs(profile, board.touched),
        one_filter(),
    ]
    chained = felt(profile)
    if chained is None:
        return found
    return [*found, *chain(chained), *sensors(chained), register_board()]


def spare_sheets() -> list[Sheet]:
    """The sheets of blocks that no board here has, but a profile of one's own may."""
    return [multiplexer()]


def is_drawn(sheet: Sheet) -> bool:
    """Whether a picture is made of a sheet: the sensors of one board stand for all."""
    return not sheet.name.startswith("sensors-") or sheet.name == "sensors-1"
