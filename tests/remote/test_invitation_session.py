"""Both sides of an invitation: who waits for what, what is shown and sent, and how it ends."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from minigam.errors import RequestError
from minigam.remote.invitation import LASTS
from minigam.remote.invitation_messages import Code, Party, format_signed, parse_invite
from minigam.remote.invitation_session import (
    MOST_OTHERS,
    SEARCHES,
    InvitationState,
    InvitationView,
    Inviting,
    JoiningSession,
    draw_code,
)
from minigam.remote.keys import SigningKey
from minigam.remote.open_invites import OpenInvites
from minigam.remote.resending import WAITS
from minigam.rules.meeting import Meeting
from minigam.rules.terms import Terms
from tests.remote.hostile import KEYS

TERMS = Terms("backgammon", (("length", "5"),))
ANN, BOB = (
    Party(key.public, name, "human") for key, name in zip(KEYS, ("Ann", "Bob"), strict=True)
)
THIRD = SigningKey.from_bytes(b"t" * 32)
ZOE = Party(THIRD.public, "Zoe", "human")
State = InvitationState


def invited(seed: int = 1, invites: OpenInvites | None = None) -> Inviting:
    chance = Random(seed).randbytes
    return Inviting.open(ANN, TERMS, invites or OpenInvites(), chance, 100.0)


def code_of(inviting: Inviting) -> Code:
    return inviting.view(100.0).code


def known(inviting: Inviting, now: float = 100.0) -> OpenInvites:
    assert inviting.retained(now) == inviting.invitation.invite
    return OpenInvites().received("board-7", sent(inviting))


def sent(inviting: Inviting, key: SigningKey = KEYS[0], board: str = "board-7") -> bytes:
    """The invitation as others get it."""
    return format_signed(inviting.invitation.invite, key.sign, board)


def joiner(code: Code, party: Party = BOB) -> JoiningSession:
    return JoiningSession.begin(party, code, b"s" * 32, 100.0)


def found(
    inviting: Inviting,
    party: Party = BOB,
    key: SigningKey = KEYS[1],
    board: str = "board-9",
) -> tuple[JoiningSession, bytes]:
    """A joiner that has found the invitation, and its message."""
    joined = joiner(code_of(inviting), party).looked(known(inviting), 101.0)
    assert joined.join
    return joined.session, format_signed(joined.join, key.sign, board)


def asked() -> tuple[Inviting, JoiningSession]:
    inviting = invited()
    session, join = found(inviting)
    return inviting.join_received("board-9", join, 102.0), session


def test_two_boards_agree() -> None:
    inviting = invited()
    assert inviting.view(160.0) == InvitationView(
        State.WAITING, code_of(inviting), own_key=ANN.key, seconds_left=LASTS - 60, inviting=True
    )
    session, join = found(inviting)
    assert session.view(101.0) == InvitationView(
        State.WAITING, code_of(inviting), "Ann", ANN.key, BOB.key, LASTS
    )
    inviting = inviting.join_received("board-9", join, 102.0)
    assert inviting.view(102.0) == InvitationView(
        State.ASKED, code_of(inviting), "Bob", BOB.key, ANN.key, LASTS - 2, inviting=True
    )
    inviting = inviting.accept(103.0)
    joined = session.invite_received("board-7", sent(inviting), 104.0)
    terms = inviting.terms
    assert terms
    assert joined.session.terms == terms
    assert terms.meeting
    assert {*terms.meeting.boards} == {ANN.key, BOB.key}
    assert (inviting.state(104.0), joined.session.state(104.0)) == (State.AGREED, State.AGREED)
    assert (inviting.peer, joined.session.peer) == ("board-9", "board-7")
    assert joined.session.due(104.0) is None
    assert terms.meeting == Meeting(inviting.invitation.invite.id, 1, terms.meeting.boards)


def test_an_accepted_invitation_is_a_part_of_its_game() -> None:
    inviting, _ = asked()
    inviting = inviting.accept(103.0)
    assert parse_invite(sent(inviting), "board-7").accepted
    assert (inviting.retained(103.0), inviting.due(103.0)) == (None, None)


def test_a_joiner_asks_on_after_a_restart() -> None:
    inviting, session = asked()
    body = json.loads(json.dumps(session.stored(103.0)))
    again = JoiningSession.resume(BOB.key, body, 5.0)
    assert again.view(5.0) == InvitationView(
        State.WAITING, code_of(inviting), "Ann", ANN.key, BOB.key, LASTS
    )
    asks = again.connected(5.0).join
    assert asks
    join = format_signed(asks, KEYS[1].sign, "board-9")
    assert inviting.join_received("board-9", join, 104.0) == inviting
    accepted = inviting.accept(105.0)
    joined = again.invite_received("board-7", sent(accepted), 6.0).session
    assert joined.terms == accepted.terms
    assert joined.stored(6.0) is None


def test_a_joiner_stores_nothing_before_it_asks() -> None:
    assert joiner(code_of(invited())).stored(100.0) is None


@pytest.mark.parametrize("change", [{"peer": 7}, {"invite": {}}, {"join": None}])
def test_anything_else_is_not_asked_on(change: dict[str, object]) -> None:
    body = asked()[1].stored(103.0)
    assert body
    with pytest.raises(ValueError, match="expected"):
        JoiningSession.resume(BOB.key, {**body, **change}, 5.0)
    with pytest.raises(ValueError, match=f"got {BOB.key}'s"):
        JoiningSession.resume(ZOE.key, body, 5.0)


def test_who_gives_up_and_asks_again_asks_the_same() -> None:
    """The inviter may accept either wish: it once accepted the first, and the game waited."""
    inviting, session = asked()
    again, join = found(inviting)
    assert again == session
    assert inviting.join_received("board-9", join, 103.0) == inviting
    accepted = inviting.accept(104.0)
    joined = again.invite_received("board-7", sent(accepted), 105.0).session
    assert joined.terms == accepted.terms is not None
    assert found(invited(2))[0].joining != session.joining


def test_who_asks_again_under_another_name_is_shown_under_it() -> None:
    inviting, _ = asked()
    session, join = found(inviting, replace(BOB, player="Rob"))
    inviting = inviting.join_received("board-9", join, 103.0)
    assert inviting.view(103.0).player == "Rob"
    accepted = inviting.accept(104.0)
    joined = session.invite_received("board-7", sent(accepted), 105.0).session
    assert joined.terms == accepted.terms is not None


def test_who_is_accepted_under_an_earlier_name_has_not_been_refused() -> None:
    inviting, _ = asked()
    session, _ = found(inviting, replace(BOB, player="Rob"))
    kept = sent(inviting.accept(103.0))
    late = session.invite_received("board-7", kept, 104.0).session
    assert (late.state(104.0), late.unanswered) == (State.EXPIRED, inviting.invitation.invite.id)


def test_a_wish_may_be_accepted_though_its_board_asks_no_more() -> None:
    inviting, session = asked()
    id = inviting.invitation.invite.id
    assert joiner(code_of(inviting)).unanswered is None
    assert session.unanswered == id
    assert session.tick(101.0 + LASTS).session.unanswered == id
    for over in (inviting.accept(103.0), inviting.refuse(103.0)):
        ended = session.invite_received("board-7", sent(over), 104.0).session
        assert ended.unanswered is None
    assert session.invite_received("board-7", b"", 103.0).session.unanswered is None


def test_three_refusals_close_it() -> None:
    inviting = invited()
    keys = [SigningKey.from_bytes(bytes([at]) * 32) for at in range(3)]
    for at, key in enumerate(keys):
        session, join = found(inviting, Party(key.public, f"P{at}", "human"), key, f"board-{at}")
        inviting = inviting.join_received(f"board-{at}", join, 102.0).refuse(102.0)
        if at < 2:
            refused = session.invite_received("board-7", sent(inviting), 103.0).session
            assert refused.state(103.0) is State.REFUSED
            assert inviting.state(102.0) is State.WAITING
            assert inviting.join_received(f"board-{at}", join, 103.0) is inviting
    assert (inviting.state(102.0), inviting.retained(102.0)) == (State.REFUSED, None)
    assert session.invite_received("board-7", b"", 103.0).session.state(103.0) is State.REFUSED


def test_a_refused_board_does_not_ask_again_with_another_key() -> None:
    inviting, _ = asked()
    inviting = inviting.refuse(103.0)
    _, again = found(inviting, ZOE, THIRD)
    assert inviting.join_received("board-9", again, 104.0) is inviting
    _, other = found(inviting, ZOE, THIRD, "board-8")
    assert inviting.join_received("board-8", other, 104.0).view(104.0).player == "Zoe"


def test_who_asks_meanwhile_is_shown_after_a_refusal() -> None:
    inviting, _ = asked()
    for at in range(MOST_OTHERS + 1):
        key = SigningKey.from_bytes(bytes([at]) * 32)
        party, board = Party(key.public, f"P{at}", "human"), f"other-{at}"
        inviting = inviting.join_received(board, found(invited(), party, key, board)[1], 103.0)
    assert (inviting.peer, inviting.view(103.0).player) == ("board-9", "Bob")
    inviting = inviting.refuse(104.0)
    assert (inviting.peer, inviting.view(104.0).player) == ("other-1", "P1")
    inviting = inviting.refuse(105.0)
    assert (inviting.peer, len(inviting.others)) == ("other-2", MOST_OTHERS - 2)
    assert inviting.accept(106.0).terms


def test_who_is_not_the_one_that_was_accepted_is_refused() -> None:
    inviting, _ = asked()
    other, _ = found(inviting, ZOE, THIRD)
    kept = sent(inviting.accept(103.0))
    assert other.invite_received("board-7", kept, 104.0).session.state(104.0) is State.REFUSED


def test_both_end_when_nobody_answers() -> None:
    inviting, session = asked()
    assert inviting.due(102.0) == 100.0 + LASTS
    assert inviting.state(100.0 + LASTS) is State.EXPIRED
    assert inviting.retained(100.0 + LASTS) is None
    with pytest.raises(RequestError, match="expected a board that asks to join"):
        inviting.accept(100.0 + LASTS)
    assert session.state(101.0 + LASTS) is State.EXPIRED
    assert session.tick(101.0 + LASTS).join is None
    assert session.due(101.0 + LASTS) is None


def test_a_joiner_asks_again_until_it_is_answered() -> None:
    session, join = found(invited())
    assert session.due(101.0) == 101.0 + WAITS[0]
    assert session.tick(101.5).join is None
    again = session.tick(102.0)
    assert again.join
    assert format_signed(again.join, KEYS[1].sign, "board-9") == join
    assert again.session.due(102.0) == 102.0 + WAITS[1]


def test_an_inviter_may_give_up() -> None:
    _, session = asked()
    assert session.invite_received("board-7", b"", 103.0).session.state(103.0) is State.REFUSED


def test_a_code_that_nobody_has() -> None:
    session = joiner((6,) * 6)
    assert session.due(100.0) == 100.0 + SEARCHES
    assert session.looked(known(invited()), 101.0).session == session
    assert session.state(104.9) is State.SEARCHING
    assert session.state(105.0) is State.UNKNOWN
    assert session.due(105.0) is None


def test_an_invitation_that_comes_a_little_later_is_found() -> None:
    inviting = invited()
    session = joiner(code_of(inviting)).looked(OpenInvites(), 100.0).session
    assert session.looked(known(inviting), 104.0).join
    assert session.looked(known(inviting), 105.0).join is None


def test_a_code_that_two_boards_have_and_ones_own() -> None:
    inviting = invited()
    copy = Inviting(
        replace(
            inviting.invitation,
            invite=replace(inviting.invitation.invite, party=ZOE, id="ab" * 16),
        ),
    )
    both = known(inviting).received("board-8", sent(copy, THIRD, "board-8"))
    assert joiner(code_of(inviting)).looked(both, 101.0).session.state(101.0) is State.TAKEN
    own = joiner(code_of(inviting), ANN).looked(known(inviting), 101.0)
    assert own.session.state(101.0) is State.TAKEN


def test_a_code_of_another_board_is_not_drawn() -> None:
    first = invited()
    other = Inviting(replace(first.invitation, invite=replace(first.invitation.invite, party=ZOE)))
    theirs = OpenInvites().received("board-8", sent(other, THIRD, "board-8"))
    assert code_of(invited(1, theirs)) != code_of(first)
    with pytest.raises(RequestError, match="draw another code"):
        Inviting.open(ANN, TERMS, theirs, Fixed(first).bytes, 100.0)


class Fixed:
    """Chance that always gives the same code."""

    def __init__(self, inviting: Inviting) -> None:
        self.code = bytes(die - 1 for die in code_of(inviting))

    def bytes(self, count: int) -> bytes:
        return (self.code * 8)[:count] if count == 8 else b"x" * count


@pytest.mark.parametrize("payload", [b"", b"{}", b"\xff", b"[" * 9999])
def test_what_cannot_be_read_changes_nothing(payload: bytes) -> None:
    inviting, session = asked()
    assert inviting.join_received("x", payload, 102.0) is inviting
    if payload:
        assert session.invite_received("board-7", payload, 102.0).session is session


def test_a_message_at_another_boards_topic_is_nobodys() -> None:
    """Else whoever copies an invitation would be asked, and answer, in its board's place."""
    inviting, copied = invited(), sent(invited())
    both = OpenInvites().received("mallory", copied)
    assert both.fault == "cannot read an invitation: expected mallory as its board, got 'board-7'"
    joined = joiner(code_of(inviting)).looked(both.received("board-7", copied), 101.0)
    assert joined.session.peer == "board-7"
    _, join = found(inviting)
    assert inviting.join_received("mallory", join, 102.0) is inviting


def test_another_boards_messages_change_nothing() -> None:
    inviting, session = asked()
    kept = sent(inviting.accept(103.0))
    assert session.invite_received("board-8", kept, 104.0).session is session
    assert session.invite_received("board-8", b"", 104.0).session is session


def test_the_dice_of_a_code_are_fair() -> None:
    chance = Random(1)
    counts = Counter(die for _ in range(10_000) for die in draw_code(chance.randbytes))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 10_000) < 500 for count in counts.values())
    assert draw_code(lambda count: bytes([252, 255, 253, 254, 0, 251, 5, 6])[:count]) == (
        *(1, 6, 6, 1),
        *(1, 6),
    )
