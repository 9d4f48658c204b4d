"""`make install CLUB=1` over plain files: a broker, and beside it the service of an evening."""

from dataclasses import replace

import pytest

from tests.systemd.box import Box
from tests.systemd.units import CLUB

UNIT = f"etc/systemd/system/{CLUB}"
FOLDER = "etc/minigam/club"


@pytest.fixture
def asked(box: Box) -> Box:
    """A system whose owner wants an evening's service."""
    return replace(box, more={"CLUB": "1"})


def locked(box: Box) -> list[str]:
    """The sets of packages that were installed, in order."""
    words = box.read("pip").split()
    return [word.rpartition("/")[2] for word in words if "/requirements/" in word]


def test_nothing_of_it_is_there_unless_it_was_asked_for(box: Box) -> None:
    assert box.run("install")[0] == 0
    assert not (box.root / UNIT).exists()
    assert "club.txt" not in locked(box)


def test_its_packages_its_user_and_its_unit_are_put_there(asked: Box) -> None:
    status, said = asked.run("install")
    assert status == 0, said
    club = asked.root / FOLDER
    assert asked.read("clubs").splitlines() == [
        f"club init {club}",
        f"club list {club}",
        f"club add {club} desk --role club",
    ]
    assert locked(asked) == ["run.txt", "club.txt"]
    assert asked.read("broker").splitlines()[-1] == "reload mosquitto"
    assert (asked.root / UNIT).exists()
    assert (
        "minigam: the club's evening: journalctl -u minigam-club has its pages and the PIN" in said
    )


def test_a_user_that_is_there_stays_and_an_upgrade_keeps_the_service(asked: Box) -> None:
    assert asked.run("install")[0] == 0
    (asked.root / FOLDER / "users/desk").mkdir(parents=True)
    assert asked.run("install")[0] == 0
    asked.put_version("3.0.0-c")
    assert Box(asked.root).upgrade()[0] == 0
    added = [line for line in asked.read("clubs").splitlines() if line.startswith("club add")]
    assert len(added) == 1
    assert (asked.root / UNIT).exists()
    assert locked(asked) == ["run.txt", "club.txt"] * 3


def test_uninstall_takes_the_unit_away(asked: Box) -> None:
    asked.run("install")
    status, said = asked.script("uninstall.sh")
    assert status == 0, said
    assert not (asked.root / UNIT).exists()
    assert (asked.root / FOLDER / "club.json").exists()
