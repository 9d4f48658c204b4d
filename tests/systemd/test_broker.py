"""`make install BROKER=1` over plain files: a club's Mosquitto, set up once and kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.systemd.box import NEW, OLD, Box

ASKED = {"BROKER": "1"}
CONF = "etc/mosquitto/conf.d/minigam.conf"
CLUB = "etc/minigam/club"
STARTED = ["-q enable mosquitto", "restart mosquitto"]


@pytest.fixture
def asked(box: Box) -> Box:
    """A system whose owner wants a broker."""
    return replace(box, more=ASKED)


def lines(box: Box, name: str) -> list[str]:
    path = box.root / name
    return path.read_text("utf-8").splitlines() if path.exists() else []


def test_nothing_of_it_is_there_unless_it_was_asked_for(box: Box) -> None:
    assert box.run("install")[0] == 0
    assert box.upgrade()[0] == 0
    assert not (box.root / CONF).parent.exists()
    assert not (box.root / CLUB).exists()
    assert lines(box, "broker") + lines(box, "clubs") == []


def test_it_is_set_up_and_says_what_to_do_next(asked: Box) -> None:
    status, said = asked.run("install")
    club = asked.root / CLUB
    assert status == 0, said
    assert lines(asked, "clubs") == [f"club init {club}", f"club list {club}"]
    assert lines(asked, "owners") == [f"-Rh mosquitto: {club}/broker"]
    assert club.stat().st_mode & 0o777 == 0o711
    assert (asked.root / CONF).readlink() == club / "broker/minigam.conf"
    assert lines(asked, "broker") == STARTED
    assert (
        "minigam: broker: mqtts://pi.local:8883\n"
        f"minigam: for each board: sudo minigam club add {club} NAME, then sudo systemctl reload "
        "mosquitto\n"
        f"minigam: keep a copy of {club} where nobody else reads it; docs/club-network.md says more"
        "\n"
    ) in said


def test_a_second_time_and_an_upgrade_keep_the_keys(asked: Box) -> None:
    for _ in range(2):
        assert asked.run("install")[0] == 0
    assert asked.upgrade()[0] == 0
    asked.put_version("3.0.0-c")
    assert asked.upgrade()[0] == 0
    made = [line for line in lines(asked, "clubs") if line.startswith("club init")]
    assert len(made) == 1
    assert (asked.root / CONF).is_symlink()
    assert lines(asked, "broker") == STARTED * 2


def test_where_nothing_is_booted_it_starts_at_the_next_boot(asked: Box) -> None:
    (asked.root / "run/systemd/system").rmdir()
    assert asked.run("install")[0] == 0
    assert lines(asked, "broker") == STARTED[:1]


def test_a_club_that_cannot_be_made_is_no_broker(asked: Box) -> None:
    asked.at("club", "3")
    status, said = asked.run("install")
    assert (status, said.endswith("minigam: the club could not be made: see above\n")) == (1, True)
    assert not (asked.root / CONF).exists()
    assert lines(asked, "broker") == []
    assert asked.found()["current"] == NEW  # the board itself plays


def test_a_broker_that_does_not_start_goes_on_as_it_was(asked: Box) -> None:
    asked.at("restart mosquitto", "1")
    status, said = asked.run("install")
    assert (status, "Mosquitto does not start with these settings" in said) == (1, True)
    assert not (asked.root / CONF).is_symlink()
    assert lines(asked, "broker") == STARTED
    assert (asked.root / CLUB / "club.json").exists()
    assert asked.found()["current"] == NEW


def test_uninstall_leaves_the_keys_and_says_so(asked: Box) -> None:
    asked.run("install")
    status, said = asked.script("uninstall.sh")
    club = asked.root / CLUB
    assert status == 0, said
    assert not (asked.root / CONF).is_symlink()
    assert (club / "club.json").exists()
    assert lines(asked, "broker") == [*STARTED, "restart mosquitto"]
    assert f"the club's keys and users stay in {club}; the broker uses them no more." in said
    assert f"    sudo rm -r {club} && sudo apt purge mosquitto\n" in said


def test_uninstall_of_a_board_without_a_broker_says_nothing_of_it(box: Box) -> None:
    box.run("install")
    status, said = box.script("uninstall.sh")
    assert (status, "club" in said) == (0, False), said
    assert lines(box, "broker") == []


def test_a_file_of_the_owners_with_that_name_is_left_alone(box: Box) -> None:
    """Which is no link of ours."""
    own = box.root / CONF
    own.parent.mkdir(parents=True)
    own.write_text("listener 1883 127.0.0.1\n", "utf-8")
    box.script("uninstall.sh")
    assert own.read_text("utf-8") == "listener 1883 127.0.0.1\n"
    assert Path(box.root / "opt/minigam").exists() is False


def test_the_versions_stay_what_they_were(asked: Box) -> None:
    asked.run("install")
    assert asked.found()["versions"] == [OLD, NEW]
