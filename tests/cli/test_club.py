"""`minigam club`: the folder of a broker's users; a real broker reads it in tests/remote."""

import fcntl
import json
import os
import re
import stat
import sys
from base64 import b64decode
from pathlib import Path

import pytest

from minigam.cli import club, club_folder
from minigam.cli.club_folder import ClubFolder
from minigam.errors import ExitStatus
from minigam.files.small_files import write_whole
from minigam.remote.club_broker.credentials import Credentials, parse_credentials
from minigam.remote.club_broker.passwords import SALT_BYTES, hash_password
from minigam.remote.club_broker.users import Role
from tests.cli.commands import Run
from tests.cli.test_looking import tree

HOST = ("--host", "club.local")
RELOAD = "next: sudo systemctl reload mosquitto (or send the broker the signal HUP)\n"
FILES = {
    "broker/access",
    "broker/ca.crt",
    "broker/minigam.conf",
    "broker/passwords",
    "broker/revoked.pem",
    "broker/server.pem",
    "club.json",
    "mosquitto.conf",
    "private/ca.key",
}


@pytest.fixture
def folder(tmp_path: Path, run: Run) -> Path:
    """A club's."""
    made = tmp_path / "here" / "club"
    assert run("club", "init", made, *HOST).status == 0
    return made


def files(folder: Path) -> set[str]:
    return {name for name, content in tree(folder).items() if content is not None}


def given(folder: Path, name: str) -> Credentials:
    return parse_credentials((folder / f"users/{name}/{name}.json").read_text("utf-8"))


def text(folder: Path, name: str) -> str:
    return (folder / "broker" / name).read_text("utf-8")


# A club


def test_a_new_club_says_where_boards_find_it_and_how_to_go_on(tmp_path: Path, run: Run) -> None:
    made = tmp_path / "a club"
    said = run("club", "init", made, *HOST, "--host", "192.168.1.7", "--port", "9883")
    assert said == (
        0,
        f"the club's folder is {made}: keep a copy of it where nobody else reads it\n"
        "boards find the broker at mqtts://club.local:9883, with a certificate at port 9884\n"
        f"next: mosquitto -c '{made}/mosquitto.conf'\n"
        f"      minigam club add '{made}' BOARD-NAME\n",
        "",
    )
    assert files(made) == FILES
    members = ClubFolder(made).members()
    assert members.hosts == ("club.local", "192.168.1.7", "localhost", "127.0.0.1", "::1")
    assert [path.name for path in tmp_path.iterdir()] == ["a club"]


def test_all_of_it_is_its_owners_alone(folder: Path, run: Run) -> None:
    run("club", "add", folder, "table-7")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.rglob("*")]}
    assert modes == {0o700, 0o600}


def test_without_hosts_it_is_for_the_names_of_this_machine(tmp_path: Path, run: Run) -> None:
    run("club", "init", tmp_path / "club")
    hosts = ClubFolder(tmp_path / "club").members().hosts
    assert hosts == club.hosts_here()
    assert hosts[0].endswith(".local")
    assert {"localhost", "127.0.0.1", "::1"} <= set(hosts)


def test_a_second_time_it_changes_nothing(folder: Path, run: Run) -> None:
    before = tree(folder)
    there = (0, f"there already, and left as it is: {folder}\n", "")
    assert run("club", "init", folder) == there
    assert run("club", "init", folder, *HOST) == there
    refused = run("club", "init", folder, "--host", "other.local")
    assert refused.status == ExitStatus.USAGE
    assert refused.err.endswith("with minigam club renew --host\n")
    assert tree(folder) == before


def test_an_empty_folder_is_taken_and_files_of_others_are_not(tmp_path: Path, run: Run) -> None:
    (tmp_path / "empty").mkdir(mode=0o755)
    (tmp_path / "full").mkdir()
    (tmp_path / "full/notes.txt").write_text("mine", "utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "empty")
    (tmp_path / "nowhere").symlink_to(tmp_path / "not there")
    before = tree(tmp_path)
    for name in ("full", "full/notes.txt", "link", "nowhere"):
        refused = run("club", "init", tmp_path / name, *HOST)
        message = f"{tmp_path / name} exists already: choose another name, or delete it first"
        assert refused == (ExitStatus.USAGE, "", f"minigam: {message}\n")
    assert tree(tmp_path) == before
    assert run("club", "init", tmp_path / "empty", *HOST).status == 0
    assert files(tmp_path / "empty") == FILES
    assert stat.S_IMODE((tmp_path / "empty").stat().st_mode) == 0o700


def test_a_club_that_cannot_be_written_leaves_nothing(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(data: Path, name: str, content: str) -> None:
        if name == "broker/passwords" or name == "passwords":
            raise OSError(28, "No space left on device")
        write_whole(data, name, content)

    monkeypatch.setattr(club_folder, "write_whole", full)
    assert run("club", "init", tmp_path / "club", *HOST).status == ExitStatus.UNAVAILABLE
    assert list(tmp_path.iterdir()) == []


def test_a_new_certificate_keeps_the_authority_and_takes_other_hosts(
    folder: Path, run: Run
) -> None:
    before = {name: text(folder, name) for name in ("ca.crt", "server.pem", "minigam.conf")}
    status, out, _ = run("club", "renew", folder)
    assert (status, out.endswith(RELOAD)) == (0, True)
    after = {name: text(folder, name) for name in before}
    assert {name for name in before if before[name] != after[name]} == {"server.pem"}
    assert ClubFolder(folder).members().hosts[0] == "club.local"
    assert run("club", "renew", folder, "--host", "fd00::7").status == 0
    run("club", "add", folder, "table-7")
    assert given(folder, "table-7").broker == "mqtts://[fd00::7]:8883"


# Users


def test_a_board_gets_a_password_that_is_shown_once(folder: Path, run: Run) -> None:
    status, out, err = run("club", "add", folder, "table-7")
    has = given(folder, "table-7")
    assert (status, err) == (0, "")
    assert out == (
        "table-7 may use mqtts://club.local:8883, in the role board\n"
        f"password, shown only now: {has.password}\n"
        f"for table-7, and nobody else: {folder}/users/table-7; delete that once table-7 has it\n"
        + RELOAD
    )
    assert (has.name, has.ca) == ("table-7", text(folder, "ca.crt"))
    user = ClubFolder(folder).members().find("table-7")
    assert user is not None
    assert text(folder, "passwords") == f"table-7:{user.password}\n"
    assert "topic write minigam/1/board/table-7/log\n" in text(folder, "access")
    stored = "".join(text(folder, name) for name in ("passwords", "access"))
    assert has.password not in stored + (folder / "club.json").read_text("utf-8")
    assert sorted(path.name for path in (folder / "users/table-7").iterdir()) == [
        *("ca.crt", "password", "table-7.json")
    ]
    assert has.password not in run("club", "add", folder, "table-7").out


def test_a_certificate_is_given_in_place_of_a_password(folder: Path, run: Run) -> None:
    status, out, _ = run("club", "add", folder, "table-7", "--certificate")
    has = given(folder, "table-7")
    assert (status, "password" in out) == (0, False)
    assert (has.broker, has.password) == ("mqtts://club.local:8884", "")
    assert (folder / "users/table-7/own.crt").read_text("utf-8") == has.certificate
    assert text(folder, "passwords") == ""
    assert "user table-7\n" in text(folder, "access")


@pytest.mark.parametrize("role", list(Role))
def test_each_role_can_be_given(role: Role, folder: Path, run: Run) -> None:
    run("club", "add", folder, "a", "--role", role)
    user = ClubFolder(folder).members().find("a")
    assert user is not None
    assert user.role is role


def test_adding_again_changes_nothing_and_another_kind_is_refused(folder: Path, run: Run) -> None:
    run("club", "add", folder, "a")
    before = tree(folder)
    status, out, _ = run("club", "add", folder, "a")
    assert (status, out.partition(";")[0]) == (0, "a is there already, as board with a password")
    for more in (["--certificate"], ["--role", "club"]):
        refused = run("club", "add", folder, "a", *more)
        assert refused.status == ExitStatus.USAGE
        assert refused.err.startswith("minigam: expected a name that nobody has, got a, which is ")
    assert tree(folder) == before


@pytest.mark.parametrize("name", ["", "A", "a b", "../a", "a/b", "a:b", "#", "a" * 33, "a\nb"])
@pytest.mark.parametrize("action", ["add", "revoke"])
def test_what_is_no_name_is_refused(action: str, name: str, folder: Path, run: Run) -> None:
    before = tree(folder)
    refused = run("club", action, folder, name)
    assert refused.status == ExitStatus.USAGE
    assert refused.err.startswith("minigam: expected a user's name of 1 to 32 characters")
    assert tree(folder) == before


def test_a_revoked_user_has_nothing_left_in_any_file(folder: Path, run: Run) -> None:
    for name, *more in (("a",), ("b", "--certificate"), ("c",)):
        run("club", "add", folder, name, *more)
    serial = ClubFolder(folder).members().users[1].serial
    none = text(folder, "revoked.pem")
    for name in ("a", "b"):
        status, out, _ = run("club", "revoke", folder, name)
        first = f"{name} may use the broker no longer, once the broker has read this:\n"
        assert (status, out) == (0, first + RELOAD)
    denied, *allowed = text(folder, "access").split("\n\n")
    assert denied == "user b\ntopic deny #"
    assert re.findall(r"^user (.+)$", "\n".join(allowed), re.MULTILINE) == ["c"]
    assert [line[:2] for line in text(folder, "passwords").splitlines()] == ["c:"]
    revoked = ClubFolder(folder).members().revoked
    assert [(each.serial, each.name) for each in revoked] == [(serial, "b")]
    assert len(text(folder, "revoked.pem")) > len(none)
    assert [path.name for path in (folder / "users").iterdir()] == ["c"]
    again = run("club", "revoke", folder, "a")
    assert again == (2, "", "minigam: unknown user 'a'; expected one of: c\n")


def test_a_name_that_was_revoked_can_be_given_again_with_another_password(
    folder: Path, run: Run
) -> None:
    run("club", "add", folder, "a")
    old = given(folder, "a").password
    run("club", "revoke", folder, "a")
    run("club", "add", folder, "a")
    assert given(folder, "a").password != old


@pytest.mark.parametrize("more", [(), ("--certificate",)])
def test_a_name_whose_certificate_was_revoked_needs_a_restart(
    more: tuple[str, ...], folder: Path, run: Run
) -> None:
    """A connection that is still open with that certificate once got its rights back."""
    run("club", "add", folder, "a", "--certificate")
    run("club", "revoke", folder, "a")
    _, out, _ = run("club", "add", folder, "a", *more)
    assert out.endswith(
        "a connection with a's revoked certificate may still be open, so end it:\n"
        "next: sudo systemctl restart mosquitto (not reload: it would get its rights back)\n"
    )
    assert RELOAD not in out


@pytest.mark.parametrize("action", ["add", "revoke"])
@pytest.mark.parametrize("broken", ["passwords", "access", "revoked.pem", "club.json"])
def test_a_change_that_breaks_off_is_done_whole_by_the_same_command(
    action: str, broken: str, folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full at one file: those before it are new, those after it old."""
    run("club", "add", folder, "a", "--certificate")
    if action == "revoke":
        run("club", "add", folder, "b")

    def full(data: Path, name: str, content: str) -> None:
        if name == broken:
            raise OSError(28, "No space left on device")
        write_whole(data, name, content)

    with monkeypatch.context() as patch:
        patch.setattr(club_folder, "write_whole", full)
        assert run("club", action, folder, "b").status == ExitStatus.UNAVAILABLE
    assert run("club", action, folder, "b").status == 0
    members = ClubFolder(folder).members()
    names = ["a", "b"] if action == "add" else ["a"]
    assert [user.name for user in members.users] == names
    assert re.findall(r"^user (.+)$", text(folder, "access"), re.MULTILINE) == names
    assert text(folder, "passwords") == members.password_file()
    if action == "add":
        salt_and_hash = members.users[1].password.split("$")
        assert len(salt_and_hash) == 5
        assert given(folder, "b").password


def test_the_password_that_is_given_is_the_one_in_the_brokers_file(folder: Path, run: Run) -> None:
    run("club", "add", folder, "a")
    hashed = text(folder, "passwords").strip().removeprefix("a:")
    salt = b64decode(hashed.split("$")[3])
    assert len(salt) == SALT_BYTES
    assert hash_password(given(folder, "a").password, salt) == hashed


def test_the_list_has_the_users_and_the_certificates_end(folder: Path, run: Run) -> None:
    empty = run("club", "list", folder)
    assert empty.lines[-1] == "no users yet: minigam club add"
    run("club", "add", folder, "b", "--role", "watcher")
    run("club", "add", folder, "a", "--certificate")
    before = tree(folder)
    status, out, err = run("club", "list", folder)
    assert (status, err) == (0, "")
    broker, hosts, ends, *users = out.splitlines()
    assert broker == "broker: mqtts://club.local:8883; for certificates: port 8884"
    assert hosts == "hosts: club.local, localhost, 127.0.0.1, ::1"
    assert re.fullmatch(r"its certificate: valid until \d{4}-\d\d-\d\d", ends)
    assert [line.split()[:3] for line in users] == [
        ["a", "board", "certificate"],
        ["b", "watcher", "password"],
    ]
    assert tree(folder) == before


# What is no club


@pytest.mark.parametrize("words", [["list"], ["add", "a"], ["revoke", "a"], ["renew"]])
def test_a_folder_that_is_no_clubs_is_refused(words: list[str], tmp_path: Path, run: Run) -> None:
    action, *more = words
    refused = run("club", action, tmp_path, *more)
    assert refused.status == ExitStatus.USAGE
    assert refused.err == (
        f"minigam: expected a club's folder, found no club.json in {tmp_path}: make one with "
        f"minigam club init {tmp_path}\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff", b'{"v": 9}'])
@pytest.mark.parametrize("words", [["list"], ["add", "a"], ["revoke", "a"], ["renew"], ["init"]])
def test_a_damaged_register_is_refused_and_left_alone(
    words: list[str], content: bytes, folder: Path, run: Run
) -> None:
    (folder / "club.json").write_bytes(content)
    before = tree(folder)
    action, *more = words
    refused = run("club", action, folder, *more)
    assert (refused.status, refused.out, refused.err.count("\n")) == (ExitStatus.USAGE, "", 1)
    assert "club.json" in refused.err
    assert tree(folder) == before


def test_two_changes_at_once_are_one_too_many(folder: Path, run: Run) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        refused = run("club", "add", folder, "a")
    finally:
        os.close(handle)
    message = f"minigam: another minigam changes {folder}: try again\n"
    assert refused == (ExitStatus.UNAVAILABLE, "", message)
    assert json.loads((folder / "club.json").read_text("utf-8"))["users"] == []


# An evening


@pytest.mark.parametrize(
    ("missing", "named"),
    [
        (("networkx",), "networkx is"),
        (("fpdf",), "fpdf2 is"),
        (("networkx", "fpdf"), "networkx and fpdf2 are"),
    ],
)
def test_without_the_extra_no_evening_starts_and_one_sentence_says_why(
    missing: tuple[str, ...],
    named: str,
    tmp_path: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    ended = run("club", "run", tmp_path / "friday", "--broker", "mqtt://localhost")
    sentence = f"{named} not installed, which a club's evening needs: pip install 'minigam[club]'"
    assert ended == (ExitStatus.UNAVAILABLE, "", f"minigam: {sentence}\n")
    assert list(tmp_path.iterdir()) == []
