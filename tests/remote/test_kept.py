"""What a board stores beside a game's actions, and what it proves later."""

import json
from dataclasses import replace
from typing import Any

import pytest

from minigam.remote.divergence import Divergence, DivergenceCause
from minigam.remote.game_status import Answer, GameStatus, Offer
from minigam.remote.kept import Kept, check_kept
from minigam.remote.log import Log
from minigam.rules.position import Side
from tests.remote.hostile import KEYS, MEETING
from tests.remote.replicas import GAME, at_share, signed

BOARD = at_share()
LOG = Log.of(BOARD.actions)
COUNT = len(LOG)
CLAIM = LOG.claim(GAME, COUNT - 2, KEYS[1].sign)
STATUS = GameStatus(7, 3, 1, left=True, offer=Offer(12, 2), answer=Answer(11, 1, accept=True))
KEPT = Kept(
    STATUS,
    CLAIM,
    signed(STATUS, KEYS[1]),
    "board-9",
    Divergence(7, Side.BLACK, DivergenceCause.DICE, "expected 5-2", CLAIM),
    '{"v":1}',
)


def test_it_is_the_same_after_it_was_stored() -> None:
    assert Kept.from_json(json.loads(json.dumps(KEPT.to_json()))) == KEPT
    assert Kept.from_json(json.loads(json.dumps(Kept().to_json()))) == Kept()
    before = {name: value for name, value in KEPT.to_json().items() if name != "invite"}
    assert Kept.from_json(before) == replace(KEPT, invite="")  # of an earlier minigam


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2},
        {"peer": 7},
        {"invite": None},
        {"own": None},
        {"own": {**STATUS.to_json(), "count": -1}},
        {"claim": {}},
        {"claim": {**CLAIM.to_json(), "sig": "ab"}},
        {"status": STATUS.to_json()},
        {"divergence": {"entry": 0}},
        {"divergence": {"entry": 7, "side": "red", "cause": "dice", "detail": "", "claim": None}},
        {"divergence": {"entry": 7, "side": None, "cause": "?", "detail": "", "claim": None}},
    ],
)
def test_anything_else_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Kept.from_json({**KEPT.to_json(), **change})


def checked(kept: Kept, count: int = COUNT) -> tuple[bool, str]:
    return check_kept(MEETING, LOG.entries[:count], json.loads(json.dumps(kept.to_json())))


def test_what_the_signature_proves() -> None:
    other = replace(CLAIM, signature=KEYS[0].sign(b"minigam log 1"))
    changed = replace(CLAIM, head="ab" * 32)
    wrong = (False, "the other board's signature that is kept is not of these actions")
    assert checked(Kept(claim=CLAIM)) == (
        True,
        f"the other board has signed {COUNT - 2} of the {COUNT} actions",
    )
    assert checked(Kept()) == (
        True,
        f"the other board has signed none of the {COUNT} actions yet",
    )
    assert checked(Kept(claim=other)) == wrong
    assert checked(Kept(claim=changed)) == wrong
    assert checked(Kept(claim=CLAIM), 5) == (
        False,
        f"the other board has signed {COUNT - 2} actions, here are 5",
    )
    assert checked(KEPT) == (
        False,
        "The game has stopped: the other board has rolled other dice than both secrets give "
        "(entry 7).",
    )


def test_a_signature_of_other_actions_is_none_of_these() -> None:
    entries = [*LOG.entries[:-3], b"{}", *LOG.entries[-2:]]
    found = check_kept(MEETING, entries, Kept(claim=CLAIM).to_json())
    assert found == (False, "the other board's signature that is kept is not of these actions")
