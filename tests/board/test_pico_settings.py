"""What a Pico is told of its board."""

from dataclasses import replace

from minigam.board.pico_settings import settings
from minigam.board.profile import load_profile
from minigam.board.profile_model import Multiplexers, Sensors

BOARD = load_profile("quarter-hall")


def test_the_chain() -> None:
    told = settings(BOARD)
    assert told == {
        "name": "quarter-hall",
        "buttons": [10, 11, 12],
        "scan": {
            "kind": "74hc165", "load": 2, "clock": 3, "data": 4, "sensors": 80
        },
        "strip": {"gpio": 16, "pixels": 96},
        "hash": told["hash"],
    }  # fmt: skip


def test_multiplexers_and_buttons_alone() -> None:
    places = {"point-1": (0, 17)}
    muxes = replace(BOARD, sensors=Sensors(Multiplexers((2, 3, 4, 5), (6, 7)), places))
    assert settings(muxes)["scan"] == {
        "kind": "cd74hc4067", "select": [2, 3, 4, 5], "data": [6, 7], "sensors": 32
    }  # fmt: skip
    assert settings(replace(BOARD, sensors=None))["scan"] is None


def test_the_hash_changes_with_whatever_the_pico_does_otherwise() -> None:
    """And with nothing else: titles, lanes and currents are the Pi's business."""
    strip = BOARD.strip
    boards = [
        BOARD,
        replace(BOARD, inputs={**BOARD.inputs, "undo": 13}),
        replace(BOARD, strip=replace(strip, pixels=97)),
        replace(BOARD, strip=replace(strip, gpio=17)),
        replace(BOARD, sensors=None),
        replace(BOARD, name="mine"),
    ]
    assert len({settings(board)["hash"] for board in boards}) == len(boards)
    same = replace(BOARD, title="x", strip=replace(strip, order="RGB", segments={}))
    assert settings(same) == settings(BOARD)
