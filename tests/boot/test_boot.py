"""Installed into fresh systems, booted, and brought to its knees: it recovers, or says why."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from minigam import __version__
from tests.boot.machine import STATE, UNIT, Disk, Machine, await_, copy_clone, running
from tests.boot.release import BROKEN, NEWER, newer, put_release
from tests.faults import SAME, lasting, note
from tests.update.releases import Keys, keys_in

pytestmark = [pytest.mark.boot, pytest.mark.slow]

SUITES = ("bookworm", "trixie")
TAPS = 1000
"""More than any game has."""
Tell = Callable[[str, float], None]


@pytest.fixture(scope="session")
def cache() -> Path:
    """Where tests/boot/roots.sh keeps what it has made."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "minigam" / "boot"


@pytest.fixture
def tell(suite: str, capsys: pytest.CaptureFixture[str]) -> Tell:
    """Print a time where people see it."""

    def say(what: str, seconds: float) -> None:
        with capsys.disabled():
            print(f"\n    {suite}: {what}: {seconds:.1f} s", end="")

    return say


@pytest.fixture(scope="module", params=SUITES)
def suite(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone in which nobody works meanwhile."""
    return copy_clone(tmp_path_factory.mktemp("source") / "minigam")


@pytest.fixture(scope="module")
def fresh(suite: str, cache: Path, source: Path) -> Disk:
    """A system that knows nothing of minigam."""
    return Disk((cache / suite,), cache / f"wheels-{suite}", source)


@pytest.fixture(scope="module")
def installed(fresh: Disk, tmp_path_factory: pytest.TempPathFactory) -> Disk:
    """A system on which `sudo make install` has run."""
    place = tmp_path_factory.mktemp("installed")
    with running(fresh, place) as machine:
        machine.make("install")
    return fresh.written(place / "upper")


@pytest.fixture
def machine(installed: Disk, tmp_path: Path) -> Iterator[Machine]:
    """It, booted again, and the daemon plays."""
    with running(installed, tmp_path / "disk") as machine:
        machine.until_ready()
        yield machine


def test_install_says_what_it_did_and_may_be_run_again(fresh: Disk, tmp_path: Path) -> None:
    with running(fresh, tmp_path / "disk") as machine:
        for _ in range(2):
            said = machine.make("install")
            assert "not a Raspberry Pi: no config.txt to change" in said
            assert f"done. Version {__version__}" in said
            assert machine.is_ready()
        assert machine.ask("minigam", "--version") == f"minigam {__version__}\n"
        assert "\nok    service  runs as the user minigam\n" in machine.ask(
            "minigam", "doctor", "--data", STATE
        )
        assert machine.ask("systemctl", "is-enabled", UNIT) == "enabled\n"
        assert re.fullmatch(f"{__version__}-[0-9a-f]{{10}}\n", versions(machine))
        assert machine.ask("stat", "-c", "%U %a", STATE) == "minigam 700\n"


def test_it_starts_at_boot_and_plays_a_game(installed: Disk, tmp_path: Path, tell: Tell) -> None:
    with installed.mounted(tmp_path / "disk") as (root, _):
        machine = Machine(root, installed)
        tell("boot until all units are started", machine.boot())
        assert machine.is_ready()  # the boot was over when the daemon was ready
        assert machine.play(TAPS)["result"] is not None
        machine.off()


def test_the_confined_service_plays_by_its_networks(machine: Machine) -> None:
    """What it may do and take is enough for numpy."""
    assert machine.watch(4)["seats"] == {"white": "expert", "black": "expert"}
    assert "simple rules" not in machine.log()


@pytest.mark.parametrize(
    ("name", "what", "logged"),
    [
        ("KILL", "kill -9 of the service", ""),
        ("STOP", "SIGSTOP of the service, found by the watchdog", "watchdog"),
    ],
)
def test_a_daemon_that_is_killed_or_hangs_comes_back_with_the_game(
    name: str, what: str, logged: str, machine: Machine, tell: Tell
) -> None:
    before, process = machine.play(9), machine.main_pid
    machine.ask("systemctl", "kill", f"--signal={name}", UNIT)
    tell(f"{what}, until it plays again", machine.until_ready(but=process))
    assert lasting(machine.state()) == lasting(before)
    assert logged in machine.log().lower()
    note(what, 5, 1, SAME)


def goes_on(machine: Machine) -> None:
    before = machine.state()
    assert before is not None
    assert len(machine.play(40)["plays"]) > len(before["plays"])


def test_a_full_disk_is_told_and_outlived(installed: Disk, tmp_path: Path, tell: Tell) -> None:
    """The journal's disk is a small one of its own."""
    small = f"--tmpfs={STATE}:size=12M,mode=0700"
    with running(installed, tmp_path / "disk", small) as machine:
        machine.until_ready()
        machine.play(5)
        process = machine.main_pid
        machine.run("sh", "-c", f"cat /dev/zero >{STATE}/filler")
        machine.touch_in_vain()
        await_(lambda: "play has stopped: the journal" in machine.log())
        assert "disk is full; nothing was changed" in machine.log()
        machine.ask("rm", f"{STATE}/filler")
        tell("a full disk, room made: until it plays again", machine.until_ready(but=process))
        goes_on(machine)
    note("a full disk", 5, 1, "reported; the game continues once there is room")


def test_a_read_only_root_with_the_journal_on_a_partition_of_its_own(
    installed: Disk, tmp_path: Path, tell: Tell
) -> None:
    """What the system writes is gone when the plug is pulled, and the game is not."""
    shared = tmp_path / "partition"
    shared.mkdir()
    with installed.mounted(tmp_path / "disk") as (root, _):
        machine = Machine(
            root, installed, shares=((shared, STATE),), options=("--volatile=overlay",)
        )
        machine.boot()
        machine.until_ready()
        machine.ask("touch", "/etc/forgotten")
        before = machine.play(9)
        machine.pull_the_plug()
        tell("a read-only root: boot after the plug was pulled", machine.boot())
        machine.until_ready()
        assert machine.run("ls", "/etc/forgotten").returncode != 0
        assert lasting(machine.state()) == lasting(before)
        goes_on(machine)
        machine.off()
    note("the plug pulled from a system with a read-only root", 5, 1, SAME)


# Upgrades


def versions(machine: Machine) -> str:
    """What is installed, a name a line; without git, a name says what is in it."""
    return machine.ask("ls", "/opt/minigam/versions")


def upgrade(machine: Machine, clone: Path) -> subprocess.CompletedProcess[str]:
    """`sudo make upgrade` in that clone, as it is brought into the running system."""
    shutil.copytree(clone, machine.root / "root" / "newer")
    return machine.run("make", "--no-print-directory", "-C", "/root/newer", "upgrade")


def test_an_upgrade_keeps_the_game(machine: Machine, tmp_path: Path, tell: Tell) -> None:
    before, began = machine.play(9), time.monotonic()
    done = upgrade(machine, newer(tmp_path))
    tell("an upgrade", time.monotonic() - began)
    assert done.returncode == 0, done.stdout
    assert machine.ask("minigam", "--version") == f"minigam {NEWER}\n"
    assert lasting(machine.state()) == lasting(before)
    assert [each.partition("-")[0] for each in versions(machine).split()] == [__version__, NEWER]


@pytest.mark.parametrize("broken", BROKEN.values(), ids=list(BROKEN))
def test_an_upgrade_that_does_not_become_ready_goes_back(
    broken: tuple[str, ...], machine: Machine, tmp_path: Path, tell: Tell
) -> None:
    before_it = versions(machine).strip()
    before, began = machine.play(9), time.monotonic()
    done = upgrade(machine, newer(tmp_path, *broken))
    tell("an upgrade that fails, and back", time.monotonic() - began)
    assert done.returncode != 0
    assert f"minigam: going back to {before_it}\n" in done.stdout
    assert "RuntimeError: broken" in done.stdout
    assert done.stdout.count(f"minigam: {before_it} plays again as before") == 1
    assert machine.is_ready()
    assert machine.ask("minigam", "--version") == f"minigam {__version__}\n"
    assert versions(machine).split() == [before_it]
    assert lasting(machine.state()) == lasting(before)
    note("an upgrade to a version that does not start", 5, 1, f"back to the old version; {SAME}")


# Signed releases


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return keys_in(tmp_path_factory.mktemp("keys") / "own")


def test_the_page_asks_for_an_update_which_waits_for_the_end_of_the_game(
    machine: Machine, keys: Keys, tmp_path: Path, tell: Tell
) -> None:
    """The confined daemon asks; root's service installs, without a network."""
    before = machine.play(9)
    put_release(machine, newer(tmp_path), NEWER, keys)
    began = time.monotonic()
    machine.ask_for_update()
    await_(lambda: machine.update_step() in ("waiting", "failed"))
    assert machine.update_step() == "waiting", machine.ask("journalctl", "-u", "minigam-update")
    tell("an update that the page asked for, until it waits", time.monotonic() - began)
    assert machine.ask("minigam", "--version") == f"minigam {__version__}\n"
    assert lasting(machine.state()) == lasting(before)
    process = machine.main_pid
    assert machine.play(TAPS)["result"] is not None
    tell("the end of the game, until the new version plays", machine.until_ready(but=process))
    await_(lambda: machine.update_step() == "done")
    assert machine.ask("minigam", "--version") == f"minigam {NEWER}\n"
    assert versions(machine).split()[-1] == NEWER
    note("an update that the page asks for during a game", 5, 1, "installed at the game's end")


def test_an_update_that_does_not_become_ready_goes_back(
    machine: Machine, keys: Keys, tmp_path: Path, tell: Tell
) -> None:
    before_it, before = versions(machine).strip(), machine.play(9)
    release = put_release(machine, newer(tmp_path, *BROKEN["ends"]), NEWER, keys)
    began = time.monotonic()
    done = machine.run("minigam", "update", str(release), "--now")
    tell("an update that fails, and back", time.monotonic() - began)
    assert done.returncode == 1, done.stdout
    assert "RuntimeError: broken" in done.stdout
    assert f"minigam: {before_it} plays again as before" in done.stdout
    assert machine.is_ready()
    assert versions(machine).split() == [before_it]
    assert lasting(machine.state()) == lasting(before)
    note("a signed update to a version that does not start", 5, 1, f"back to the old one; {SAME}")


def test_an_update_that_was_changed_or_is_unsigned_is_refused(
    machine: Machine, keys: Keys, tmp_path: Path
) -> None:
    release = put_release(machine, newer(tmp_path), NEWER, keys)
    file = machine.root / release.relative_to("/")
    with file.open("r+b") as body:
        body.seek(100_000)
        body.write(b"evil")
    done = machine.run("minigam", "update", str(release))
    assert (done.returncode, "does not fit its signature" in done.stdout) == (2, True), done.stdout
    file.with_name(f"{file.name}.minisig").unlink()
    done = machine.run("minigam", "update", str(release))
    assert (done.returncode, "is not signed" in done.stdout) == (2, True), done.stdout
    assert NEWER not in versions(machine)


def test_uninstall_leaves_the_games_and_nothing_else(machine: Machine) -> None:
    machine.play(9)
    machine.ask("install", "-D", "-m", "644", "/etc/hostname", "/etc/minigam/release.pub")
    assert f"its games stay in {STATE}" in machine.make("uninstall")
    left = machine.ask("find", "/etc", "/opt", "/usr/local", "-iname", "*minigam*")
    assert re.sub(r".*/(systemd/system-preset|credstore).*\n", "", left) == ""
    assert f"{STATE}/journal.sqlite" in machine.ask("find", STATE)


def test_root_restores_what_the_service_reads(machine: Machine) -> None:
    before = machine.play(9)
    machine.ask("mkdir", "/root/stick")
    machine.ask("minigam", "backup", "/root/stick", "--data", STATE)
    (file,) = (machine.root / "root" / "stick").iterdir()
    machine.play(9)
    refused = machine.run("minigam", "restore", f"/root/stick/{file.name}", "--data", STATE)
    assert "another minigam is using" in refused.stdout
    machine.ask("systemctl", "stop", UNIT)
    machine.ask("minigam", "restore", f"/root/stick/{file.name}", "--data", STATE)
    machine.ask("systemctl", "start", UNIT)
    assert lasting(machine.state()) == lasting(before)
