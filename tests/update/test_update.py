"""`minigam update` with real signatures: what is refused and why, and what is installed."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from minigam.cli import update
from minigam.errors import ExitStatus
from minigam.update.install import CONFIG, KEY, WORK
from minigam.update.names import SIGNATURE
from minigam.update.status import (
    REQUEST,
    UNDER_WAY,
    Status,
    Step,
    Wanted,
    ask_for,
    load_status,
    save_status,
)
from tests.cli.commands import Run
from tests.systemd.box import AS_BEFORE, OLD, Box, box_of
from tests.update.conftest import Maker
from tests.update.releases import Keys, keys_in, member, tar

pytestmark = pytest.mark.minisign

USAGE, UNAVAILABLE = ExitStatus.USAGE, ExitStatus.UNAVAILABLE
NEW = "2.0.0"
INSTALLED = box_of(NEW, [OLD, NEW])


@pytest.fixture(autouse=True)
def nothing_is_left(box: Box, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """However an update ends, nothing of it stays where it was unpacked."""
    monkeypatch.setattr(update, "this_machine", lambda: "aarch64-cp313")
    yield
    work = box.root / "opt/minigam" / WORK
    assert not work.exists() or [path.name for path in work.iterdir()] == ["lock"]


def refused(maker: Maker, run: Run, *words: object, status: ExitStatus = USAGE) -> str:
    """The one sentence with which an update is refused; nothing has changed."""
    found, out, err = run("update", *words)
    assert (found, err[:9], err.count("\n")) == (status, "minigam: ", 1), (out, err)
    assert maker.box.found() == (AS_BEFORE | {"unit": f"# {OLD}"})
    return err.removeprefix("minigam: ").rstrip("\n")


def test_a_signed_release_is_installed_under_its_number(maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    status, out, err = run("update", file)
    assert (status, err) == (0, "")
    assert "minigam: 2.0.0 was ready after" in out
    assert maker.box.found()["versions"] == [OLD, NEW]
    assert maker.box.found()["current"] == NEW
    assert maker.box.found()["state"] == f"{NEW} plays"


def test_the_newest_on_a_stick_is_found_without_being_named(maker: Maker, run: Run) -> None:
    maker.release("1.5.0")
    newest = maker.release(NEW)
    assert run("update", "--check").out == f"installed: 1.0.0\noffered: 2.0.0, {newest}\n"
    assert run("update").status == 0
    assert maker.box.found()["current"] == NEW
    said = run("update")
    assert (said.status, said.err) == (USAGE, f"minigam: {NEW_IS_THERE}\n")


NEW_IS_THERE = "minigam-2.0.0.tar: version 2.0.0 is installed already"


def test_a_great_number_keeps_no_good_release_from_being_found(maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    other = maker.stick.with_name("OTHER")
    other.mkdir()
    (other / "minigam-999.0.0.tar").touch()
    offered = f"offered: 999.0.0, {other}/minigam-999.0.0.tar\noffered: 2.0.0, {file}\n"
    assert run("update", "--check").out == f"installed: 1.0.0\n{offered}"
    status, out, err = run("update")
    assert (status, err) == (0, "")
    assert "minigam: minigam-999.0.0.tar is not signed: " in out
    assert maker.box.found()["current"] == NEW


def test_of_several_that_are_refused_the_newest_is_named(maker: Maker, run: Run) -> None:
    maker.release(NEW).write_bytes(b"evil" * 5000)
    other = maker.stick.with_name("OTHER")
    other.mkdir()
    (other / "minigam-999.0.0.tar").touch()
    assert refused(maker, run).startswith("minigam-999.0.0.tar is not signed: ")


def test_an_unsigned_release_is_refused(maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    file.with_name(file.name + SIGNATURE).unlink()
    wanted = "expected minigam-2.0.0.tar.minisig beside it; copy both"
    assert refused(maker, run, file) == f"minigam-2.0.0.tar is not signed: {wanted}"


@pytest.mark.parametrize("at", [0, 5000, -1])
def test_a_release_that_was_changed_is_refused(at: int, maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    body = bytearray(file.read_bytes())
    body[at] ^= 1
    file.write_bytes(body)
    assert refused(maker, run, file) == (
        "minigam-2.0.0.tar does not fit its signature: it was damaged or changed; "
        "copy or download it again"
    )


def test_so_is_one_whose_trusted_comment_was_changed(maker: Maker, run: Run) -> None:
    file = maker.release("0.5.0")
    maker.release(NEW)
    signature = file.with_name(file.name + SIGNATURE)
    older = signature.read_text()
    assert "minigam 0.5.0 minigam-0.5.0.tar" in older
    shutil.copy(file, maker.stick / "minigam-2.0.0.tar")
    forged = older.replace("0.5.0", NEW)
    (maker.stick / f"minigam-2.0.0.tar{SIGNATURE}").write_text(forged)
    assert "does not fit its signature" in refused(maker, run, maker.stick / "minigam-2.0.0.tar")


def test_one_signed_with_another_key_is_refused(maker: Maker, run: Run, tmp_path: Path) -> None:
    file = maker.release(NEW)
    signature = file.with_name(file.name + SIGNATURE)
    signature.unlink()
    keys_in(tmp_path / "other").sign(file)
    said = refused(maker, run, file)
    assert said.startswith("minigam-2.0.0.tar is signed with another key: expected ")
    signed_by = maker.keys.public.read_text().split("public key ")[1].split()[0]
    assert signed_by in said


def test_another_keys_signature_under_our_keys_id_is_refused(
    maker: Maker, run: Run, tmp_path: Path
) -> None:
    """An id is no proof."""
    import base64

    file = maker.release(NEW)
    signature = file.with_name(file.name + SIGNATURE)
    ours = base64.b64decode(signature.read_text().splitlines()[1])[2:10]
    signature.unlink()
    keys_in(tmp_path / "other").sign(file)
    lines = signature.read_text().splitlines()
    theirs = base64.b64decode(lines[1])
    lines[1] = base64.b64encode(theirs[:2] + ours + theirs[10:]).decode()
    signature.write_text("\n".join([*lines, ""]))
    assert "does not fit its signature" in refused(maker, run, file)


@pytest.mark.parametrize("comment", ["minigam 2.0.0 minigam-2.0.0-aarch64-cp313.tar", "hello"])
def test_so_is_the_signature_of_another_file(comment: str, maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    file.with_name(file.name + SIGNATURE).unlink()
    maker.keys.sign(file, comment)
    said = refused(maker, run, file)
    assert said.startswith("the signature beside minigam-2.0.0.tar is of another file: expected ")
    assert repr(comment) in said


def test_an_older_release_under_a_newer_name_is_refused(maker: Maker, run: Run) -> None:
    """Its signature says which file it was made for."""
    old = maker.release("0.9.0")
    shutil.copy(old, maker.stick / "minigam-2.0.0.tar")
    shutil.copy(f"{old}{SIGNATURE}", maker.stick / f"minigam-2.0.0.tar{SIGNATURE}")
    said = refused(maker, run, maker.stick / "minigam-2.0.0.tar")
    assert "is of another file: expected 'minigam 2.0.0 minigam-2.0.0.tar'" in said


def test_an_older_release_is_refused(maker: Maker, run: Run) -> None:
    said = refused(maker, run, maker.release("0.9.9"))
    assert said.startswith("minigam-0.9.9.tar is older than the installed version 1.0.0: ")


def test_so_is_the_version_that_is_installed(maker: Maker, run: Run) -> None:
    said = refused(maker, run, maker.release("1.0.0"))
    assert said == "minigam-1.0.0.tar: version 1.0.0 is installed already"


def test_so_is_one_for_another_machine(maker: Maker, run: Run) -> None:
    said = refused(maker, run, maker.release(NEW, "minigam-2.0.0-x86_64-cp311.tar"))
    assert said.startswith("minigam-2.0.0-x86_64-cp311.tar is for another machine: expected ")


def test_a_signed_archive_that_is_damaged_is_refused(maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    file.write_bytes(b"no archive")
    maker.keys.sign(file)
    assert "minigam-2.0.0.tar cannot be used: it is damaged" in refused(maker, run, file)


@pytest.mark.parametrize("name", ["/etc/cron.d/evil", "minigam-2.0.0/../../evil"])
def test_so_is_one_that_leaves_its_folder(name: str, maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    file.write_bytes(tar({**maker.files(NEW), name: b"evil"}))
    maker.keys.sign(file)
    assert "it has a file outside of its folder" in refused(maker, run, file)


def test_so_is_one_with_a_link(maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    link = member("minigam-2.0.0/controller", b"2", "/etc")
    file.write_bytes(tar(maker.files(NEW), link))
    maker.keys.sign(file)
    assert "it has something else than a file" in refused(maker, run, file)


def test_a_link_on_the_stick_is_not_followed(maker: Maker, run: Run, tmp_path: Path) -> None:
    file = maker.release(NEW)
    elsewhere = file.rename(tmp_path / "elsewhere")
    file.symlink_to(elsewhere)
    assert f"{file} cannot be read: " in refused(maker, run, file)


def test_a_pipe_on_the_stick_is_not_waited_for(maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    file.unlink()
    os.mkfifo(file)
    assert refused(maker, run, file) == f"expected a plain file, got something else: {file}"


def test_without_a_key_nothing_is_trusted(maker: Maker, run: Run) -> None:
    (maker.box.root / KEY).unlink()
    said = refused(maker, run, maker.release(NEW), status=UNAVAILABLE)
    assert said.startswith("no release can be trusted yet: put the maintainers' public key into ")


def test_without_room_nothing_is_begun(
    maker: Maker, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = maker.release(NEW)
    full = shutil.disk_usage(maker.stick)._replace(free=2**26 + 100)
    monkeypatch.setattr("minigam.update.sources.shutil.disk_usage", lambda _: full)
    said = refused(maker, run, file, status=UNAVAILABLE)
    assert "got 67 MB: make some room" in said


@pytest.mark.parametrize("where", ["nowhere", "nowhere.tar", "/dev/null", "x" * 5000, "a\0b"])
def test_what_is_no_release_is_refused(where: str, maker: Maker, run: Run) -> None:
    refused(maker, run, where)


def test_where_nothing_is_offered_that_is_said(maker: Maker, run: Run) -> None:
    assert refused(maker, run) == "no release is offered by a stick or an address"
    assert run("update", "--check").out == "installed: 1.0.0\noffered: nothing\n"


@pytest.mark.parametrize("text", ["address = 7", 'address = "file:///etc"', "address", "\0"])
def test_an_address_that_is_none_is_refused(text: str, maker: Maker, run: Run) -> None:
    (maker.box.root / CONFIG).write_text(text)
    assert "update.toml: expected " in refused(maker, run)


def test_where_nothing_is_installed_that_is_said(maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    (maker.box.root / "opt/minigam/current").unlink()
    status, _, err = run("update", file)
    assert status == UNAVAILABLE
    assert err.startswith("minigam: nothing is installed in ")


# The end of a game


def test_a_game_is_waited_for_when_all_is_built(maker: Maker, run: Run) -> None:
    file = maker.release(NEW)
    maker.box.at("update", "1")
    status, out, err = run("update", file, "--port", "8123")
    assert (status, "minigam: installing 2.0.0 into" in out) == (ExitStatus.NEGATIVE, True)
    assert err == (
        "minigam: the update has not begun: see above. What was installed before goes on\n"
    )
    assert maker.box.found() == AS_BEFORE


def test_now_waits_for_nothing(maker: Maker, run: Run) -> None:
    maker.box.at("update", "1")
    assert run("update", maker.release(NEW), "--now").status == 0


def test_a_version_that_does_not_become_ready_and_back(maker: Maker, run: Run) -> None:
    maker.box.at("restart-2.0.0", "1")
    status, out, err = run("update", maker.release(NEW))
    assert status == ExitStatus.NEGATIVE
    assert "minigam: going back to 1.0.0-c" in out
    assert err == "minigam: 1.0.0-c plays again as before; nothing of its games is lost\n"
    assert maker.box.found() == AS_BEFORE


# What the page asks for


@pytest.fixture
def asking(maker: Maker) -> Maker:
    (maker.box.root / REQUEST).parent.mkdir(parents=True, exist_ok=True)
    return maker


def status_of(maker: Maker) -> Status:
    found = load_status(maker.box.root)
    assert found is not None
    return found


def test_the_page_is_answered_what_is_offered(asking: Maker, run: Run) -> None:
    file = asking.release(NEW)
    ask_for(asking.box.root, Wanted.LOOK)
    assert run("update", "--requested").status == 0
    assert status_of(asking) == Status(Step.LOOKED, "1.0.0", NEW, str(file))
    assert asking.box.found() == AS_BEFORE


def test_what_the_page_asks_for_is_installed(asking: Maker, run: Run) -> None:
    file = asking.release(NEW)
    ask_for(asking.box.root, Wanted.INSTALL)
    assert run("update", "--requested").status == 0
    assert status_of(asking) == Status(Step.DONE, NEW, NEW, str(file))
    assert asking.box.found()["current"] == NEW


@pytest.mark.parametrize("version", ["1.0.0", "0.9.9"])
def test_a_stick_that_stays_in_is_no_fault(version: str, asking: Maker, run: Run) -> None:
    file = asking.release(version)
    ask_for(asking.box.root, Wanted.INSTALL)
    assert run("update", "--requested").status == 0
    assert status_of(asking) == Status(Step.LOOKED, "1.0.0", version, str(file))
    assert asking.box.found() == AS_BEFORE


def test_it_is_refused_as_by_hand_and_the_page_shows_why(asking: Maker, run: Run) -> None:
    file = asking.release(NEW)
    file.write_bytes(b"evil" * 5000)
    ask_for(asking.box.root, Wanted.INSTALL)
    assert run("update", "--requested").status == USAGE
    status = status_of(asking)
    assert (status.step, status.installed) == (Step.FAILED, "1.0.0")
    assert status.text.startswith("minigam-2.0.0.tar does not fit its signature")
    assert asking.box.found() == AS_BEFORE


@pytest.mark.parametrize("step", Step)
def test_an_updater_that_was_killed_leaves_nothing_under_way(
    step: Step, asking: Maker, run: Run
) -> None:
    left = Status(step, "1.0.0", NEW, "/stick", "")
    save_status(asking.box.root, left)
    assert run("update", "--ended").status == 0
    text = "the update was broken off; what was installed before goes on"
    failed = Status(Step.FAILED, "1.0.0", NEW, "/stick", text)
    assert status_of(asking) == (failed if step in UNDER_WAY else left)


def test_where_nothing_was_begun_there_is_nothing_to_end(asking: Maker, run: Run) -> None:
    assert run("update", "--ended").status == 0
    assert load_status(asking.box.root) is None


def test_a_request_that_cannot_be_read_does_nothing(asking: Maker, run: Run) -> None:
    asking.release(NEW)
    (asking.box.root / REQUEST).write_text("install /tmp/evil.tar")
    assert run("update", "--requested").status == 0
    assert asking.box.found() == AS_BEFORE
    assert load_status(asking.box.root) is None


def test_the_keys_are_the_owners(keys: Keys, box: Box) -> None:
    """An upgrade leaves the trusted key alone; an install puts the clone's in its place."""
    key = box.root / KEY
    shutil.copy(keys.public, box.root / "clone/systemd/release.pub")
    assert box.upgrade()[0] == 0
    assert not key.exists()
    assert box.run("install")[0] == 0
    assert key.read_bytes() == keys.public.read_bytes()
