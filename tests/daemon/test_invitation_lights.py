"""The strip of a board that invites another one: what it is sent, and that no touch is lost."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from minigam.board.lighting import FACE_PIXELS, PIPS, frame_of
from minigam.daemon.settings import Settings
from minigam.table.events import NOBODY, Invites
from minigam.table.state import Phase
from tests.daemon.rig import Lights, Rig, to_first_turn

CODE = (3, 1, 4, 1, 5, 2)
INVITES = Invites(CODE)
ROUND = ["31", "", "41", "", "52", ""]
ROUND_SECONDS = 8.0
HOUR = 3600.0
BOARDS = ["quarter-buttons", "full-24-hall", "dice-16-hall"]


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    """Nobody plays."""
    with Rig(tmp_path, board=request.param) as rig:
        assert rig.table.state.phase is Phase.ATTRACT
        yield rig


def numbers(board: Rig, data: bytes) -> str:
    """What the dice show in the bytes that the strip was sent; each face shows its pips only."""
    strip = board.profile.strip
    frame, dice = frame_of(data, strip.order), strip.segments["dice"]
    values = {pips: str(value) for value, pips in PIPS.items()} | {frozenset[int](): ""}
    faces = range(dice.first, dice.first + dice.count, FACE_PIXELS)
    lit = (frozenset(at for at in range(FACE_PIXELS) if any(frame[face + at])) for face in faces)
    return "".join(values[pips] for pips in lit)


def shown(board: Rig, seconds: float) -> list[str]:
    """What the dice show from now on, one after the other."""
    first = len(board.strip.frames) - 1
    board.advance(seconds)
    return [
        values for values, _ in groupby(numbers(board, it) for it in board.strip.frames[first:])
    ]


def invite(board: Rig, invites: Invites = INVITES) -> None:
    board.table.take(invites, board.now)


def test_the_strip_gets_the_code_again_and_again_until_it_ends(board: Rig) -> None:
    assert shown(board, ROUND_SECONDS) == [""]
    invite(board)
    assert shown(board, 2 * ROUND_SECONDS - 0.1) == ROUND * 2
    invite(board, NOBODY)
    assert shown(board, ROUND_SECONDS) == [""]


def test_a_game_that_begins_hides_it_and_the_touch_counts(board: Rig) -> None:
    invite(board)
    board.tap("roll-white" if "roll" not in board.profile.inputs else "roll")
    assert board.table.state.phase is not Phase.ATTRACT
    assert shown(board, 1.0) == [""]


def test_it_waits_awake_and_wakes_the_game_no_more_than_sleep_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Rig(tmp_path, lights=Lights.MARKED) as board:
        invite(board)
        woken, tick = list[float](), board.table.tick

        def counted(now: float) -> None:
            woken.append(now)
            tick(now)

        monkeypatch.setattr(board.table, "tick", counted)
        board.advance(HOUR)
        assert not board.table.sleep.asleep
        assert len(woken) <= HOUR / 600.0 + 1
        invite(board, NOBODY)
        board.advance(600.0)
        assert board.table.sleep.asleep


def test_it_stays_while_the_board_is_set_up_anew(board: Rig) -> None:
    """Such as by other settings, or once a table of exact values is there."""
    invite(board)
    before = board.table.scene
    board.table.apply_settings(Settings(levels=("easy",)), board.now)
    board.table.offer((board.table.state.setup.rules_id,), board.now)
    assert (board.table.scene.code, board.table.scene.turn) == (before.code, before.turn)


def test_what_others_see_of_the_strip_is_the_same(board: Rig) -> None:
    """The code is an address, which anybody may find."""
    invite(board)
    for _ in range(round(ROUND_SECONDS / 0.25)):
        order, now = board.profile.strip.order, board.now
        assert frame_of(board.strip.sent, order) == board.table.public_frame(now)
        board.advance(0.25)


def test_a_countdown_is_seen_alone(tmp_path: Path) -> None:
    with Rig(tmp_path) as board:
        to_first_turn(board)
        board.hold(["roll-white", "undo"], 3.3)
        assert board.table.state.phase is Phase.ATTRACT
        invite(board)
        assert shown(board, ROUND_SECONDS - 0.1) == ROUND
