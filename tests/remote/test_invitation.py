"""How two boards agree on a game: by messages that anybody may lose, double or forge."""

import json
from dataclasses import replace
from hashlib import sha256
from itertools import product
from random import Random
from typing import Any

import pytest

from minigam.errors import IllegalPlayError, RequestError, UnknownNameError, UnreadableError
from minigam.json_text import parse_json
from minigam.remote.invitation import LASTS, Invitation, Joining, agreed, find_invite
from minigam.remote.invitation_messages import (
    MOST_REFUSED,
    Accepted,
    Invite,
    Party,
    WhiteBy,
    format_signed,
    parse_invite,
    parse_join,
)
from minigam.remote.keys import SigningKey
from minigam.remote.replica import Replica
from minigam.remote.signed import body_text
from minigam.rules.actions import Begun
from minigam.rules.clock import TimeControl
from minigam.rules.meeting import Meeting
from minigam.rules.position import Side
from minigam.rules.terms import Terms
from tests.remote.hostile import KEYS
from tests.remote.reading import valid

CODE = (3, 1, 4, 1, 5, 2)
ID = "0c" * 16
NAME = "board-7"
"""Of the board that sends."""
ANN = Party(KEYS[0].public, "Ann", "human")
BOB = Party(KEYS[1].public, "Bob", "human")
OTHERS = [SigningKey.from_bytes(bytes([n]) * 32) for n in range(1, 6)]
TERMS = Terms(
    "backgammon", (("length", "5"),), stake="1 coffee", clock=TimeControl("10:00+12"), hints=True
)
SECRET, JOINERS = b"s" * 32, b"j" * 32


def invited(white: WhiteBy = WhiteBy.DRAWN, secret: bytes = SECRET) -> Invitation:
    return Invitation.open(ANN, CODE, ID, TERMS, secret, 100.0, white)


def joining(key: SigningKey = KEYS[1], secret: bytes = JOINERS) -> Joining:
    return Joining.begin(invited().invite, replace(BOB, key=key.public), secret, 110.0)


def sent(invitation: Invitation) -> Invite:
    """The invitation as others get it."""
    return parse_invite(format_signed(invitation.invite, KEYS[0].sign, NAME), NAME)


@pytest.mark.parametrize("white", WhiteBy)
def test_both_boards_get_the_same_terms(white: WhiteBy) -> None:
    mine = invited(white)
    found = find_invite(CODE, [sent(mine)])
    theirs = Joining.begin(found, BOB, JOINERS, 110.0)
    join = parse_join(format_signed(theirs.join, KEYS[1].sign, NAME), NAME)
    assert join == theirs.join
    mine = mine.received(join, 120.0)
    assert mine.asks == join
    assert (mine.terms, theirs.terms) == (None, None)
    mine = mine.accepted(130.0)
    theirs = theirs.received(sent(mine), 140.0)
    assert mine.terms == theirs.terms is not None
    drawn = SECRET + bytes.fromhex(join.nonce)
    first = (sha256(drawn).digest()[0] % 2 == 0) if white is WhiteBy.DRAWN else None
    ann_is_white = {WhiteBy.INVITER: True, WhiteBy.JOINER: False, WhiteBy.DRAWN: first}[white]
    pair = (ANN, BOB) if ann_is_white else (BOB, ANN)
    assert mine.terms == replace(
        TERMS,
        names=(pair[0].player, pair[1].player),
        meeting=Meeting(ID, 1, (pair[0].key, pair[1].key)),
    )
    replica = Replica.of(ANN.key, [Begun(mine.terms)])
    assert replica.side is (Side.WHITE if ann_is_white else Side.BLACK)


def test_the_draw_is_even() -> None:
    white = 0
    for secret, number in product(range(20), range(20)):
        join = joining(secret=bytes([number]) * 32).join
        accepted = Accepted(join, (bytes([secret]) * 32).hex())
        terms = agreed(replace(invited().invite, accepted=accepted))
        assert terms is not None
        assert terms.meeting
        white += terms.meeting.boards[0] == ANN.key
    assert 160 < white < 240


def test_any_order_of_messages_ends_alike() -> None:
    """Lost, doubled, late: what was heard last decides nothing that was decided before."""
    for seed in range(50):
        chance = Random(seed)
        mine, theirs = invited(), joining()
        old = [sent(mine)]
        for _ in range(200):
            match chance.randrange(4):
                case 0:
                    mine = mine.received(theirs.join, 120.0)
                case 1 if mine.asks:
                    mine = mine.accepted(120.0)
                case 2:
                    old.append(sent(mine))
                case _:
                    theirs = theirs.received(chance.choice(old), 120.0)
        assert mine.terms == theirs.terms is not None


# ---- Codes ---------------------------------------------------------------------------------------


def test_a_code_that_is_taken_is_refused() -> None:
    other = replace(invited().invite, party=replace(ANN, key=OTHERS[0].public))
    with pytest.raises(RequestError, match="another board invites with 3-1-4-1-5-2 already"):
        Invitation.open(ANN, CODE, ID, TERMS, SECRET, 0.0, others=[other])
    own = replace(other, party=ANN)
    assert Invitation.open(ANN, CODE, ID, TERMS, SECRET, 0.0, others=[own]).is_open(0.0)


def test_two_invitations_with_one_code_are_not_joined() -> None:
    one = invited().invite
    two = replace(one, party=replace(ANN, key=OTHERS[0].public))
    with pytest.raises(RequestError, match="two boards invite with 3-1-4-1-5-2"):
        find_invite(CODE, [one, two])
    assert find_invite(CODE, [one, one]) == one


def test_code_that_nobody_invites_with() -> None:
    with pytest.raises(UnknownNameError, match="unknown invitation '6-1-4-1-5-2'"):
        find_invite((6, 1, 4, 1, 5, 2), [invited().invite])


@pytest.mark.parametrize("code", [(), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 7), (1, 2, 3, 4, 5, 6, 1)])
def test_code_that_is_none(code: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected six numbers from 1 to 6"):
        Invitation.open(ANN, code, ID, TERMS, SECRET, 0.0)


@pytest.mark.parametrize(
    "others",
    [
        {"names": ("Ann", "")},
        {"score": (1, 0)},
        {"by_hand": True},
        {"imported": True},
        {"starter": Side.WHITE},
        {"seats": ("human", "hard")},
        {"meeting": Meeting(ID, 1, (ANN.key, BOB.key))},
    ],
)
def test_terms_of_a_match_that_has_begun(others: dict[str, Any]) -> None:
    terms = replace(TERMS, **others)
    with pytest.raises(ValueError, match="expected"):
        Invitation.open(ANN, CODE, ID, terms, SECRET, 0.0)


# ---- Who joins -----------------------------------------------------------------------------------


def test_an_invitation_ends_after_ten_minutes() -> None:
    mine = invited().received(joining().join, 100.0 + LASTS)
    assert mine.asks is None
    asked = invited().received(joining().join, 99.0 + LASTS)
    assert asked.asks
    with pytest.raises(RequestError, match="expected a board that asks to join, got none"):
        asked.accepted(100.0 + LASTS)
    late = joining()
    assert late.received(sent(asked.accepted(120.0)), 110.0 + LASTS) == late
    assert not late.is_open(110.0 + LASTS)


def test_it_closes_after_three_refusals() -> None:
    mine = invited()
    for key in OTHERS[:MOST_REFUSED]:
        assert mine.is_open(120.0)
        theirs = joining(key)
        mine = mine.received(theirs.join, 120.0)
        mine = mine.refused(120.0)
        assert mine.received(theirs.join, 120.0) == mine
        assert theirs.received(sent(mine), 120.0).is_refused
    assert not mine.is_open(120.0)
    assert mine.received(joining().join, 120.0) == mine


def test_one_board_asks_at_a_time() -> None:
    first, second = joining(OTHERS[0]), joining(OTHERS[1])
    mine = invited().received(first.join, 120.0)
    assert mine.received(second.join, 120.0) == mine
    mine = mine.refused(120.0).received(second.join, 120.0)
    assert mine.asks == second.join
    mine = mine.accepted(120.0)
    assert mine.received(first.join, 120.0) == mine
    assert first.received(sent(mine), 120.0).is_refused
    assert second.received(sent(mine), 120.0).terms == mine.terms


def test_a_wish_for_another_invitation_is_not_shown() -> None:
    mine = invited()
    assert mine.received(replace(joining().join, id="ff" * 16), 120.0) == mine
    assert mine.received(replace(joining().join, party=ANN), 120.0) == mine
    with pytest.raises(RequestError, match="got this board's own"):
        Joining.begin(mine.invite, ANN, JOINERS, 110.0)


def test_a_joiners_number_is_another_one_for_another_promise() -> None:
    """Else an inviter that has seen it could choose its own, and so its colour."""
    first = joining()
    same = replace(invited().invite, commitment="ff" * 32), replace(invited().invite, id="ff" * 16)
    others = [Joining.begin(each, BOB, JOINERS, 110.0).join.nonce for each in same]
    assert joining() == first
    assert len({first.join.nonce, joining(secret=b"k" * 32).join.nonce, *others}) == 4


@pytest.mark.parametrize("changed", ["terms", "colour", "id", "inviter", "promise", "draw"])
def test_what_was_agreed_is_not_changed_afterwards(changed: str) -> None:
    """Nor is a draw that does not fit the promise: the inviter could choose its colour."""
    theirs = joining()
    accepted = invited().received(theirs.join, 120.0).accepted(120.0).invite
    assert accepted.accepted
    other = {
        "terms": replace(accepted, terms=replace(TERMS, stake="2 coffee")),
        "colour": replace(accepted, white=WhiteBy.INVITER),
        "id": replace(accepted, id="ff" * 16),
        "inviter": replace(accepted, party=replace(ANN, key=OTHERS[0].public)),
        "promise": replace(accepted, commitment="ff" * 32),
        "draw": replace(accepted, accepted=replace(accepted.accepted, secret="ff" * 32)),
    }[changed]
    assert theirs.received(other, 120.0) == theirs
    assert theirs.received(accepted, 120.0).terms is not None


# ---- Messages ------------------------------------------------------------------------------------


def body_of(invite: Invite) -> dict[str, Any]:
    found: dict[str, Any] = parse_json(format_signed(invite, KEYS[0].sign, NAME))
    return found


def signed(body: dict[str, Any], key: SigningKey = KEYS[0]) -> bytes:
    """A body as a board may send it, well signed."""
    body = {name: value for name, value in body.items() if name != "sig"}
    return json.dumps({**body, "sig": key.sign(body_text("invite 1", body))}).encode()


def test_messages_fit_their_schemas() -> None:
    theirs = joining()
    mine = invited().received(theirs.join, 120.0)
    accepted, refused = mine.accepted(120.0), mine.refused(120.0)
    for each in (mine, accepted, refused):
        valid("invite", format_signed(each.invite, KEYS[0].sign, NAME))
    valid("join", format_signed(theirs.join, KEYS[1].sign, NAME))


def test_unknown_fields_are_ignored() -> None:
    body = body_of(invited().invite)
    assert parse_invite(signed({**body, "greeting": "hello"}), NAME) == invited().invite


def test_forged_invitations_are_refused() -> None:
    body = body_of(invited().invite)
    for payload in (
        signed(body, OTHERS[0]),
        signed({**body, "player": "Zoe"})[:-1] + b" ,",
        format_signed(invited().invite, KEYS[1].sign, NAME),
        format_signed(invited().invite, KEYS[0].sign, NAME).replace(b'"Ann"', b'"Zoe"'),
        format_signed(joining().join, KEYS[0].sign, NAME),
    ):
        with pytest.raises(UnreadableError, match="cannot read an invitation"):
            parse_invite(payload, NAME)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("v", 2),
        ("code", [1, 2, 3]),
        ("code", "3-1-4-1-5-2"),
        ("id", "0c"),
        ("player", "Computer, hard"),
        ("player", " Ann"),
        ("player", "x" * 100),
        ("player", None),
        ("seat", "nobody"),
        ("begin", {"action": "confirm", "v": 1}),
        ("begin", None),
        ("white", "black"),
        ("commitment", "ff"),
        ("refused", ["ff"]),
        ("refused", None),
        ("accepted", {"join": {}, "secret": "ff" * 32}),
        ("accepted", [1]),
    ],
)
def test_malformed_invitations_are_refused(field: str, value: object) -> None:
    body = {**body_of(invited().invite), field: value}
    with pytest.raises(UnreadableError, match="cannot read an invitation"):
        parse_invite(signed(body), NAME)


def test_unknown_rules_are_refused() -> None:
    body = body_of(invited().invite)
    begin = {**body["begin"], "rules": "chess"}
    with pytest.raises(UnreadableError, match="cannot read an invitation"):
        parse_invite(signed({**body, "begin": begin}), NAME)


def test_a_computer_may_play() -> None:
    theirs = Joining.begin(invited().invite, replace(BOB, player="", seat="hard"), JOINERS, 110.0)
    terms = invited(WhiteBy.INVITER).received(theirs.join, 120.0).accepted(120.0).terms
    assert terms
    assert (terms.seats, terms.names) == (("human", "hard"), ("Ann", ""))


def test_terms_are_checked() -> None:
    with pytest.raises((IllegalPlayError, UnknownNameError)):
        Invitation.open(ANN, CODE, ID, Terms("chess"), SECRET, 0.0)


def test_an_accepted_invitation_is_not_found_again() -> None:
    accepted = invited().received(joining().join, 120.0).accepted(120.0).invite
    with pytest.raises(UnknownNameError, match="unknown invitation"):
        find_invite(CODE, [accepted])


def test_time_left_of_another_match_is_refused() -> None:
    clock = TimeControl("10:00+12", banks=(60_000, 60_000))
    with pytest.raises(ValueError, match="expected the terms of a new match"):
        Invitation.open(ANN, CODE, ID, replace(TERMS, clock=clock), SECRET, 0.0)
