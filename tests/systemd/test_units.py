"""The units and the files beside them, read by systemd's own tools; and that they fit together."""

import json
import re
import shlex
import shutil
import subprocess
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest

from minigam.cli import provision
from minigam.cli.common import board_of
from minigam.cli.main import _parser
from minigam.daemon.config import DEFAULT_PORT
from minigam.provisioning import machine, network_manager, options_file
from minigam.remote.club_broker.credentials import Credentials, separate_files
from minigam.update.status import REQUEST, STATUS, Wanted, take_request
from tests.systemd.units import (
    BOARD,
    CLUB,
    FOLDER,
    KIOSK,
    POLICY,
    REQUESTS,
    SETUP,
    SETUP_FILE,
    UPDATE,
    command,
    lines,
    settings,
)

UNITS = (BOARD, CLUB, KIOSK, SETUP, SETUP_FILE)
SERVICES = (*UNITS, UPDATE)
PROGRAMS = ("opt/minigam/current/bin/minigam", "usr/bin/cage", "bin/bash")
"""What the units start."""
DEBIANS = {"audio", "dialout", "render", "video"}
"""Groups that every Debian has."""
EXPOSURE = {BOARD: 15, CLUB: 15, KIOSK: 22, SETUP: 13, SETUP_FILE: 11, UPDATE: 50}
"""At most, in tenths; for why the kiosk's is higher see there. An installer is root."""
SYSTEMD = pytest.mark.systemd


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system with the units, and with programs that do nothing."""
    installed = tmp_path / "etc/systemd/system"
    installed.mkdir(parents=True)
    for unit in (*SERVICES, REQUESTS):
        shutil.copy(FOLDER / unit, installed)
    for program in PROGRAMS:
        path = tmp_path / program
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    return tmp_path


def run(*words: str | Path) -> tuple[int, str, str]:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def verify(root: Path) -> tuple[int, str, str]:
    options = ("--man=no", "--recursive-errors=no", f"--root={root}")
    return run("systemd-analyze", "verify", *options, *SERVICES, REQUESTS)


@SYSTEMD
def test_systemd_finds_nothing_to_say_about_the_units(root: Path) -> None:
    assert verify(root) == (0, "", "")


@SYSTEMD
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("WatchdogSec=", "WatchdogSecs=", "'WatchdogSecs'"),
        ("MemoryMax=384M", "MemoryMax=much", "Invalid memory limit 'much'"),
        ("TasksMax=64", "TasksMax=some", "Invalid maximum tasks value 'some'"),
    ],
)
def test_it_would_say_something_about_a_wrong_one(
    old: str, new: str, told: str, root: Path
) -> None:
    """So that its silence about the units means that it takes them, with their limits."""
    unit = root / "etc/systemd/system" / BOARD
    assert old in unit.read_text()
    unit.write_text(unit.read_text().replace(old, new))
    assert told in verify(root)[2]


LIMITS = {
    BOARD: ("384M", "64"),
    CLUB: ("384M", "64"),
    KIOSK: ("1G", "512"),
    SETUP: ("128M", "16"),
    SETUP_FILE: ("128M", "16"),
    UPDATE: ("512M", "128"),
}
"""Memory and tasks at most; how they were measured is in docs/installing.md."""


@pytest.mark.parametrize("unit", SERVICES)
def test_no_unit_starves_the_rest_of_the_system(unit: str) -> None:
    found = settings(unit)
    assert (*found["MemoryMax"], *found["TasksMax"]) == LIMITS[unit]


@SYSTEMD
@pytest.mark.parametrize("unit", SERVICES)
def test_no_unit_is_more_exposed_than_it_must_be(unit: str) -> None:
    most = f"--threshold={EXPOSURE[unit]}"
    status, said, _ = run("systemd-analyze", "security", "--offline=true", most, FOLDER / unit)
    assert status == 0, said


@SYSTEMD
def test_systemd_makes_the_users(tmp_path: Path) -> None:
    users = FOLDER / "minigam.sysusers.conf"
    (tmp_path / "etc").mkdir()
    status, _, said = run("systemd-sysusers", f"--root={tmp_path}", users)
    assert status == 0, said
    passwd = (tmp_path / "etc/passwd").read_text()
    made = [line.split(":") for line in passwd.splitlines() if "minigam" in line]
    shells = {name: (home, shell) for name, *_, home, shell in made}
    assert {name for name, *_ in made} == {
        *("minigam", "minigam-club", "minigam-kiosk", "minigam-setup")
    }
    assert shells["minigam"] == ("/var/lib/minigam", "/usr/sbin/nologin")
    assert shells["minigam-kiosk"][1] == "/usr/sbin/nologin"
    groups = re.findall(r"^(\w+):", (tmp_path / "etc/group").read_text(), re.MULTILINE)
    assert {"gpio", "spi"} <= set(groups)


@SYSTEMD
def test_udev_finds_nothing_to_say_about_the_rules() -> None:
    """Only newer ones can be asked. The groups in the rules need not be on this machine."""
    if "verify" not in run("udevadm", "--help")[1]:
        pytest.skip("this udevadm cannot verify rules: systemd 254 or newer does")
    status, _, said = run("udevadm", "verify", "--resolve-names=never", FOLDER / "60-minigam.rules")
    assert (status, said) == (0, "")


def made() -> set[str]:
    return DEBIANS | {line.split()[1] for line in lines("minigam.sysusers.conf")}


def test_what_the_page_asks_for_comes_to_the_updater_and_its_answer_back() -> None:
    """The request lies in the board's own folder, the answer in root's."""
    (asked,) = settings(REQUESTS)["PathExists"]
    assert (asked, *settings(REQUESTS)["Unit"]) == (f"/{REQUEST}", UPDATE)
    assert settings(BOARD)["RuntimeDirectory"] == [Path(REQUEST).parent.name]
    assert settings(UPDATE)["RuntimeDirectory"] == [Path(STATUS).parent.name]
    assert settings(UPDATE)["RuntimeDirectoryPreserve"] == ["yes"]
    assert command(UPDATE) == [command(BOARD)[0], "update", "--requested"]
    assert settings(UPDATE)["ExecStopPost"] == [f"-{command(BOARD)[0]} update --ended"]
    assert settings(BOARD)["Wants"] == [REQUESTS]


def test_everything_that_is_installed_has_its_place() -> None:
    found = set(re.findall(r"^([\w.-]+) \$root/", (FOLDER / "common.sh").read_text(), re.MULTILINE))
    beside = {path.name for path in FOLDER.iterdir()} - {
        *(CLUB, KIOSK, POLICY.name, "image", "release.pub")
    }
    assert found == {name for name in beside if not name.endswith(".sh")}


@pytest.mark.parametrize("unit", UNITS)
def test_nothing_runs_as_root_but_the_updater(unit: str) -> None:
    assert set(settings(unit)["User"]) <= made() - {"root"}
    assert set(" ".join(settings(unit).get("SupplementaryGroups", [])).split()) <= made()


def test_the_rules_give_devices_to_groups_that_are_there_and_in_the_board_s_unit() -> None:
    groups = set(re.findall(r'GROUP="(\w+)"', " ".join(lines("60-minigam.rules"))))
    assert groups == set(settings(BOARD)["SupplementaryGroups"][0].split())
    assert groups <= made()


def test_a_device_that_is_plugged_in_later_is_let_in() -> None:
    """By its kind, not by a name that may not be there yet."""
    kinds = [device.removesuffix(" rw") for device in settings(BOARD)["DeviceAllow"]]
    assert all(kind.startswith("char-") for kind in kinds)
    assert {"char-gpiochip", "char-spi", "char-rp1-pio", "char-ttyACM"} <= set(kinds)
    assert "ProcSubset" not in settings(BOARD)  # gpiozero could not read which Pi this is


def test_the_board_goes_dark_by_the_program_that_it_runs() -> None:
    (dark,) = settings(BOARD)["ExecStopPost"]
    program, _, *board = command(BOARD)
    assert dark.split() == [program, "dark", *board[:-1]]
    assert board == ["--board", "${BOARD}", "$OPTIONS"]


def test_the_owner_s_options_come_last_and_without_any_the_service_starts() -> None:
    """systemd fills `${NAME}` in as one word, also an empty one, and `$NAME` as any number."""
    found = settings(BOARD)
    assert found["Environment"][0].split() == ["BOARD=", "OPTIONS="]
    assert found["EnvironmentFile"][-1] == "-/etc/minigam/options"
    assert all(file.startswith("-/") for file in found["EnvironmentFile"])


@pytest.mark.parametrize("name", ["run", "dark"])
def test_an_empty_board_is_the_usual_one(name: str) -> None:
    options = _parser([name]).parse_args([name, "--board", ""])
    assert board_of(options) == board_of(_parser([name]).parse_args([name]))


def test_a_line_of_options_is_one_of_the_command_s() -> None:
    words = shlex.split("--listen --lang de")
    options = _parser(["run"]).parse_args(["run", "--board", "sim", *words])
    assert (options.listen, options.language, options.board) == ("", "de", "sim")


def test_the_kiosk_shows_the_board_s_page_and_no_other() -> None:
    page = f"http://127.0.0.1:{DEFAULT_PORT}/"
    policy = json.loads(POLICY.read_text("utf-8"))
    assert command(KIOSK)[-1] == page
    assert [policy[name] for name in ("HomepageLocation", "NewTabPageLocation")] == [page, page]
    assert policy["URLAllowlist"] == [page.removesuffix("/")]
    assert "*" in policy["URLBlocklist"]
    (wait,) = settings(KIOSK)["ExecStartPre"]
    assert f"/dev/tcp/127.0.0.1/{DEFAULT_PORT} " in wait


def test_the_kiosk_s_policies_are_where_chromium_reads_them() -> None:
    (bound,) = settings(KIOSK)["BindReadOnlyPaths"]
    source, place = map(Path, bound.split(":"))
    assert (source.name, place.parent) == (POLICY.name, Path("/etc/chromium/policies/managed"))


@pytest.mark.parametrize("flag", ["-s", "--no-sandbox"])
def test_the_kiosk_has_no_other_console_and_keeps_chromium_s_sandbox(flag: str) -> None:
    assert flag not in command(KIOSK)


def test_the_set_up_s_options_are_where_the_board_s_unit_reads_them() -> None:
    (state,) = settings(SETUP)["StateDirectory"]
    assert settings(SETUP_FILE)["StateDirectory"] == [state]
    assert settings(BOARD)["EnvironmentFile"][0] == f"-/var/lib/{state}/{options_file.NAME}"
    assert Path("/var/lib", state) == provision.STATE
    assert str(provision.OWN_OPTIONS) == settings(BOARD)["EnvironmentFile"][1].removeprefix("-")


def test_what_starts_the_set_up_is_what_the_daemon_writes() -> None:
    (runtime,) = settings(BOARD)["RuntimeDirectory"]
    assert settings("minigam-setup.path")["PathModified"] == [str(provision.REQUEST)]
    assert provision.REQUEST.parent == Path("/run", runtime)


def test_the_setup_network_s_address_is_the_same_in_every_file() -> None:
    assert f"address=/#/{network_manager.ADDRESS}" in lines("minigam-captive.conf")
    (allowed,) = settings(SETUP)["IPAddressAllow"]
    networks = [ip_network(each) for each in allowed.split()[1:]]
    assert any(ip_address(network_manager.ADDRESS) in each for each in networks)
    assert "CAP_NET_BIND_SERVICE" in settings(SETUP)["AmbientCapabilities"]


def test_the_set_up_may_restart_the_daemon_and_nothing_else() -> None:
    rules = (FOLDER / "60-minigam-setup.rules").read_text("utf-8")
    assert f"'{machine.UNIT}'" in rules
    assert f"'{settings(SETUP)['User'][0]}'" in rules
    assert set(re.findall(r"org\.freedesktop\.(\w+)", rules)) == {
        "NetworkManager",
        "hostname1",
        "systemd1",
    }


STICK = "image/root/etc/systemd/system/minigam-stick.service"
STICKS = "image/root/etc/udev/rules.d/90-minigam-stick.rules"


def test_a_stick_in_a_flashed_board_asks_as_the_page_does(tmp_path: Path) -> None:
    rule = (FOLDER / STICKS).read_text()
    assert f'ENV{{SYSTEMD_WANTS}}+="{Path(STICK).name}"' in rule
    assert 'ENV{ID_FS_USAGE}=="filesystem"' in rule  # also of a stick without partitions
    assert settings(STICK)["User"] == settings(BOARD)["User"]
    assert settings(STICK)["After"] == [BOARD]
    (command,) = settings(STICK)["ExecStart"]
    folder = tmp_path / Path(REQUEST).parent
    folder.mkdir(parents=True)
    script = shlex.split(command)[-1].replace("/run/", f"{tmp_path}/run/")
    subprocess.run(["sh", "-euc", script], check=True)
    assert [path.name for path in folder.iterdir()] == [Path(REQUEST).name]
    assert take_request(tmp_path) is Wanted.INSTALL


def test_the_image_lets_private_networks_in_and_no_others() -> None:
    drop_in = "image/root/etc/systemd/system/minigam.service.d/network.conf"
    (allowed,) = settings(drop_in)["IPAddressAllow"]
    for each in map(ip_network, allowed.split()):
        assert each.is_private or each.is_link_local


def test_the_evenings_command_reads_what_the_broker_s_user_was_given() -> None:
    (given,) = settings(CLUB)["LoadCredential"]
    assert given == "desk:/etc/minigam/club/users/desk"
    words = command(CLUB)
    assert words[0] == command(BOARD)[0]
    options = _parser(["club"]).parse_args(words[1:-1])
    assert (options.broker, options.broker_ca, options.broker_password_file) == (
        "mqtts://desk@localhost",
        Path("%d/desk_ca.crt"),
        Path("%d/desk_password"),
    )
    assert {"ca.crt", "password"} <= {*separate_files(Credentials("", "desk", "ca", "password"))}
