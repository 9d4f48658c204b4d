"""The register of a club's users."""

import json
from dataclasses import asdict, replace
from typing import Any

import pytest

from minigam.errors import ExistsError, UnknownNameError, UnreadableError
from minigam.remote.club_broker.access_list import access_list
from minigam.remote.club_broker.passwords import hash_password
from minigam.remote.club_broker.users import (
    Members,
    Revoked,
    Role,
    User,
    check_host,
    format_members,
    parse_members,
)

AT = "2026-11-29T19:00:00+00:00"
HASH = hash_password("secret", bytes(12))
ANN = User("ann", Role.BOARD, AT, password=HASH)
BOB = User("bob", Role.WATCHER, AT, serial="c0ffee")
CLUB = Members(("pi.local", "192.168.1.7"), 8883, (ANN, BOB), (Revoked("dead", AT, "eve"),))


def test_it_is_the_same_after_writing_and_reading() -> None:
    assert parse_members(format_members(CLUB)) == CLUB
    empty = Members(("pi.local",), 8883)
    assert parse_members(format_members(empty)) == empty


def test_users_are_in_order_and_their_names_are_taken() -> None:
    both = Members(("a",), 1).with_user(BOB).with_user(ANN)
    assert both.users == (ANN, BOB)
    assert (both.find("bob"), both.find("eve")) == (BOB, None)
    with pytest.raises(ExistsError, match=r"^the user ann exists already"):
        both.with_user(replace(ANN, role=Role.CLUB))


def test_a_certificate_that_is_taken_back_is_kept_in_mind_and_a_password_is_not() -> None:
    assert CLUB.without("ann", AT) == replace(CLUB, users=(BOB,))
    gone = (Revoked("dead", AT, "eve"), Revoked("c0ffee", AT, "bob"))
    assert CLUB.without("bob", AT) == replace(CLUB, users=(ANN,), revoked=gone)
    with pytest.raises(UnknownNameError, match=r"^unknown user 'eve'; expected one of: ann, bob$"):
        CLUB.without("eve", AT)


def test_the_password_file_has_those_with_a_password() -> None:
    assert CLUB.password_file() == f"ann:{HASH}\n"
    assert Members(("a",), 1).password_file() == ""


def changed(**fields: object) -> dict[str, Any]:
    return {**json.loads(format_members(CLUB)), **fields}


def with_user(**fields: object) -> dict[str, Any]:
    return changed(users=[{**asdict(ANN), **fields}])


DAMAGED = [
    ("", "invalid JSON at line 1, column 1"),
    ("[]", "expected a table, got []"),
    ("{}", "a field 'v'"),
    (changed(v=2), "v: expected a whole number from 1 to 1, got 2"),
    (changed(port=65535), "port: expected a port from 1 to 65534, got 65535"),
    (changed(port="8883"), "port: expected a port from 1 to 65534, got '8883'"),
    (changed(hosts=[]), "hosts: expected at least one, got none"),
    (changed(hosts=[7]), "hosts: expected a list of hosts, got [7]"),
    (changed(hosts=["a b"]), "expected a host's name or address"),
    (changed(users={}), "users: expected a list, got {}"),
    (changed(users=[7]), "users: expected a table, got 7"),
    (changed(users=[asdict(ANN)] * 2), "a user is there twice"),
    (with_user(name="a\ntopic #"), "expected a user's name of 1 to 32"),
    (with_user(name=7), "name: expected a text, got 7"),
    (with_user(role="root"), "role: expected one of board, club"),
    (with_user(password="secret"), "password: expected a password's hash, or nothing"),
    (with_user(password=f"{HASH}\neve:{HASH}"), "password: expected a password's hash"),
    (with_user(password=""), "ann: expected a password's hash or a certificate's number"),
    (with_user(serial="1"), "ann: expected a password's hash or a certificate's number"),
    (with_user(password="", serial="x"), "serial: expected a number in hex, or nothing"),
    (with_user(added="today"), "added: expected a time in ISO 8601, with its zone, got 'today'"),
    (with_user(added="2026-11-29"), "added: expected a time in ISO 8601, with its zone"),
    (changed(revoked=[{"serial": "", "at": AT}]), "serial: expected a number in hex, got ''"),
    (changed(revoked=[{"serial": "1", "at": 7}]), "at: expected a time in ISO 8601"),
    (changed(revoked=[{"serial": "1"}]), "a field 'at'"),
    (changed(revoked=[{"serial": "1", "at": AT, "name": "b\n#"}]), "a user's name"),
]


def test_an_earlier_register_names_nobody_whose_certificate_is_revoked() -> None:
    members = parse_members(json.dumps(changed(revoked=[{"serial": "1", "at": AT}])))
    assert members.revoked == (Revoked("1", AT, ""),)
    assert parse_members(format_members(members)) == members
    assert "deny" not in access_list(members.users, members.revoked)


@pytest.mark.parametrize(("tree", "why"), DAMAGED, ids=[why for _, why in DAMAGED])
def test_a_damaged_register_is_refused_with_a_sentence(tree: Any, why: str) -> None:
    text = tree if isinstance(tree, str) else json.dumps(tree)
    with pytest.raises(UnreadableError) as caught:
        parse_members(text, "here")
    said = str(caught.value)
    assert said.startswith("here cannot be used: ")
    assert why in said
    assert said.endswith("; put back a copy of the folder")


HOSTS = ["pi", "pi.local", "a-b.example", "192.168.1.7", "fd00::7", "1a.example"]
NO_HOSTS = [
    *("", " ", "a b", "-a", "a..b", ".a", "a.", "a/b", "a:1", "a_b", "1.2.3", "1.2.3.256", "a\n"),
    *("fe80::1%eth0", "a" * 64, f"{'a.' * 130}b", "*.example", "caf\N{LATIN SMALL LETTER E}\xe9"),
]


@pytest.mark.parametrize("host", HOSTS)
def test_a_hosts_name_or_address_is_taken(host: str) -> None:
    assert check_host(host) == host
    assert check_host(host.upper()) == host


@pytest.mark.parametrize("text", NO_HOSTS)
def test_anything_else_is_none(text: str) -> None:
    with pytest.raises(UnreadableError, match=r"^expected a host's name or address, such as"):
        check_host(text)
