"""The invitations that are open at a broker."""

import pytest

from minigam.errors import RequestError, UnknownNameError
from minigam.remote.invitation import Invitation
from minigam.remote.invitation_messages import Code, Party, format_signed
from minigam.remote.keys import SigningKey
from minigam.remote.open_invites import MOST_OPEN, OpenInvites
from minigam.rules.terms import Terms
from tests.remote.hostile import KEYS

CODE, OTHER = (3, 1, 4, 1, 5, 2), (6, 6, 6, 6, 6, 6)


def payload(key: SigningKey, code: Code = CODE, board: str = "") -> bytes:
    own = Party(key.public, "Ann", "human")
    opened = Invitation.open(own, code, "0c" * 16, Terms("minigam"), bytes(32), 0.0)
    usual = "board-7" if key is KEYS[0] else "board-9"
    return format_signed(opened.invite, key.sign, board or usual)


def test_they_are_found_by_their_code_until_they_are_closed() -> None:
    known = OpenInvites().received("board-7", payload(KEYS[0]))
    known = known.received("board-9", payload(KEYS[1], OTHER))
    assert [known.find(code)[0] for code in (CODE, OTHER)] == ["board-7", "board-9"]
    known = known.received("board-7", b"")
    assert [*known.by_board] == ["board-9"]
    with pytest.raises(UnknownNameError):
        known.find(CODE)


def test_two_with_the_same_code_can_not_be_joined() -> None:
    known = OpenInvites().received("board-7", payload(KEYS[0]))
    known = known.received("board-9", payload(KEYS[1]))
    with pytest.raises(RequestError, match="two boards invite with 3-1-4-1-5-2"):
        known.find(CODE)


def test_what_cannot_be_read_changes_nothing_and_says_why() -> None:
    known = OpenInvites().received("board-7", payload(KEYS[0]))
    forged = payload(KEYS[0]).replace(b'"Ann"', b'"Zoe"')
    for wrong in (b"?", b"{}", forged):
        found = known.received("board-7", wrong)
        assert found.by_board == known.by_board
        assert found.fault.startswith("cannot read an invitation: ")
    assert found.received("board-7", payload(KEYS[0])) == known


def test_so_many_are_remembered() -> None:
    (invite,) = OpenInvites().received("board-7", payload(KEYS[0])).invites
    full = OpenInvites({f"board-{at}": invite for at in range(MOST_OPEN)})
    found = full.received("more", payload(KEYS[1], board="more"))
    assert found.by_board == full.by_board
    assert found.fault == "more than 1000 boards invite"
    assert full.received("board-3", payload(KEYS[1], OTHER, "board-3")).find(OTHER)[0] == "board-3"
