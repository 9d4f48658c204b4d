"""`make upgrade` over plain files: whatever breaks it off, the old version plays again."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.systemd.units import FOLDER

OLD, NEW = "1", "2"
SIGNALS = ("HUP", "INT", "QUIT", "TERM", "PIPE")
UNIT = "etc/systemd/system/minigam.service"
BACKUP = "minigam-1970-01-01-000000.tar.gz"

COMMAND = f"""
[ "$*" = 'backup --help' ] && exit
happens "$1"
file=$ROOT/var/lib/minigam/backups/{BACKUP}
case $1 in
    backup) : >"$file"; echo "written and read again: $file" ;;
    restore) echo "$4" >"$ROOT/restored" ;;
esac
"""
"""`minigam` of any version."""
FAKES = {
    "id": "echo 0",
    "dpkg-query": "echo installed",
    "journalctl": "echo 'it is broken'",
    "systemd-sysusers": "",
    "runuser": 'shift 3; exec "$@"',
    "python3": """
        [ "$1" = -m ] || exit 0
        mkdir -p "$3/bin"
        printf '#!/bin/sh\\n' >"$3/bin/pip"
        cp "$FAKES/minigam" "$3/bin/minigam"
        chmod +x "$3/bin/pip"
    """,
    "cp": """
        [ "$1" != -r ] || [ ! -e "$ROOT/at/copy" ] || { mkdir -p "$3"; : >"$3/torn"; happens copy; }
        exec /usr/bin/cp "$@"
    """,
    "install": """
        [ ! -e "$ROOT/at/install" ] && [ ! -e "$ROOT/full" ] || echo torn >"$5"
        [ ! -e "$ROOT/full" ] || exit 1
        happens install
        exec /usr/bin/install "$@"
    """,
    "systemctl": """
        [ "$2" != systemd-modules-load ] || exit 0
        version=$(basename "$(readlink "$ROOT/opt/minigam/current")")
        happens "$1-$version"
        case $1 in
            stop) echo stopped >"$ROOT/state" ;;
            restart) echo "$version plays" >"$ROOT/state" ;;
        esac
    """,
    "minigam": COMMAND,
}
"""What stands in for the system's own programs."""
AS_USUAL = ("env", "--default-signal=HUP,INT,QUIT,TERM,PIPE")
"""Who runs the tests may ignore some (nohup does), and a shell cannot catch what it was told to."""
HAPPENS = """#!/bin/sh
# What the test wants to happen at a step, once: a status, or a signal to everybody.
happens() {
    what=$ROOT/at/$1
    [ -e "$what" ] || return 0
    read -r what <"$what"
    rm "$ROOT/at/$1"
    case $what in [0-9]*) exit "$what" ;; *) kill -s "$what" 0 ;; esac
}
"""


@dataclass(frozen=True)
class Box:
    """A system with the old version, and a clone of the new one beside it."""

    root: Path

    def at(self, step: str, what: str) -> None:
        """Let something happen at a step, such as `1` (it fails) or `HUP`."""
        (self.root / "at" / step).write_text(f"{what}\n")

    def upgrade(self, where: int = subprocess.PIPE) -> tuple[int, str]:
        """Its status, and what is said."""
        return self.run("upgrade", where)

    def run(self, action: str, where: int = subprocess.PIPE) -> tuple[int, str]:
        """See `upgrade`."""
        fakes = self.root / "fakes"
        done = subprocess.run(
            [*AS_USUAL, self.root / "clone/systemd/install.sh", action],
            env={
                "PATH": f"{fakes}:{os.environ['PATH']}",
                "ROOT": str(self.root),
                "FAKES": str(fakes),
            },
            stdin=subprocess.DEVNULL,
            stdout=where,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            check=False,
        )
        return done.returncode, done.stdout

    def read(self, name: str) -> str:
        return (self.root / name).read_text().strip()

    def found(self) -> dict[str, object]:
        """What matters of it."""
        opt = self.root / "opt/minigam"
        return {
            "current": (opt / "current").readlink().name,
            "state": self.read("state"),
            "unit": self.read(UNIT),
            "versions": sorted(path.name for path in (opt / "versions").iterdir()),
            "units": sorted(path.name for path in (self.root / UNIT).parent.iterdir()),
        }


def box_of(version: str, versions: list[str]) -> dict[str, object]:
    return {
        "current": version,
        "state": f"{version} plays",
        "unit": f"# {version}",
        "versions": versions,
        "units": ["minigam.service"],
    }


AS_BEFORE, UPGRADED = box_of(OLD, [OLD]), box_of(NEW, [OLD, NEW])


@pytest.fixture
def box(tmp_path: Path) -> Box:
    for folder in ("at", "fakes", "run/systemd/system", "usr/local/bin", "var/lib/minigam"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "var/lib/minigam/journal.sqlite").touch()
    for name, text in FAKES.items():
        put(tmp_path / "fakes" / name, HAPPENS + text)
    there = tmp_path / "opt/minigam/versions" / OLD
    put(there / "bin/minigam", HAPPENS + COMMAND)
    for place in (there / "system/minigam.service", tmp_path / UNIT):
        put(place, f"# {OLD}\n")
    (tmp_path / "opt/minigam/current").symlink_to(f"versions/{OLD}")
    (tmp_path / "state").write_text(f"{OLD} plays\n")
    shutil.copytree(FOLDER, tmp_path / "clone/systemd")
    put(tmp_path / "clone/systemd/minigam.service", f"# {NEW}\n")
    put(tmp_path / "clone/controller/minigam/__init__.py", f'__version__ = "{NEW}"\n')
    return Box(tmp_path)


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def went_back(status: int, said: str) -> None:
    assert status == 1, said
    assert said.count("minigam: going back to 1\n") == 1, said
    assert said.endswith("minigam: 1 plays again as before; nothing of its games is lost\n")


def test_the_new_version_plays(box: Box) -> None:
    status, said = box.upgrade()
    assert (status, "minigam: 2 was ready after" in said) == (0, True), said
    assert "going back" not in said
    assert box.found() == UPGRADED


STEPS = ("stop-1", "backup", "install", "daemon-reload-2", "restart-2")
"""In their order; systemd's with the version that is current then."""


@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_fails_leaves_the_old_version_playing(box: Box, step: str) -> None:
    box.at(step, "1")
    went_back(*box.upgrade())
    assert box.found() == AS_BEFORE


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("signal", SIGNALS)
def test_so_does_a_signal(box: Box, step: str, signal: str) -> None:
    """Such as of a connection that is lost, or of a hand that would rather not."""
    box.at(step, signal)
    went_back(*box.upgrade())
    assert box.found() == AS_BEFORE


@pytest.mark.parametrize("second", SIGNALS)
@pytest.mark.parametrize("step", ["stop-2", "daemon-reload-1", "restart-1"])
def test_nothing_ends_the_way_back(box: Box, step: str, second: str) -> None:
    box.at("restart-2", "INT")
    box.at(step, second)
    went_back(*box.upgrade())
    assert box.found() == AS_BEFORE


def test_a_version_that_does_not_become_ready_is_quoted(box: Box) -> None:
    box.at("restart-2", "1")
    said = box.upgrade()[1]
    told = "minigam: 2 does not become ready; it said last:\nit is broken\nminigam: going back to 1"
    assert told in said


def test_a_step_of_the_way_back_that_fails_is_left_out(box: Box) -> None:
    box.at("restart-2", "1")
    box.at("stop-2", "1")
    box.at("daemon-reload-1", "1")
    went_back(*box.upgrade())
    assert box.found() == AS_BEFORE


def test_a_disk_that_stays_full_is_no_hindrance_on_the_way_back(box: Box) -> None:
    (box.root / "full").touch()
    went_back(*box.upgrade())
    assert box.found() == AS_BEFORE


def test_the_upgrade_goes_on_where_nobody_listens(box: Box) -> None:
    with open("/dev/full", "w") as nobody:
        status, _ = box.upgrade(nobody.fileno())
    assert status == 0
    assert box.found() == UPGRADED


@pytest.mark.parametrize("what", ["1", *SIGNALS])
def test_the_unit_files_of_a_version_that_is_installed_again_stay(box: Box, what: str) -> None:
    put(box.root / "clone/controller/minigam/__init__.py", f'__version__ = "{OLD}"\n')
    box.at("copy", what)
    assert box.run("install")[0] != 0
    there = box.root / "opt/minigam/versions" / OLD
    assert [path.name for path in (there / "system").iterdir()] == ["minigam.service"]
    assert box.found() == AS_BEFORE
    assert box.run("install")[0] == 0
    assert sorted(path.name for path in there.iterdir()) == ["bin", "system"]
    assert (there / "system/minigam.service").read_text() == f"# {NEW}\n"


# The backup of the games


def other_backups(box: Box, *times: int) -> None:
    """Some of another time; a Pi without a clock may have made them in what is yet to come."""
    folder = box.root / "var/lib/minigam/backups"
    folder.mkdir()
    for number, time in enumerate(times):
        file = folder / f"other-{number}.tar.gz"
        file.touch()
        os.utime(file, (time, time))


FUTURE = 4_000_000_000


def test_the_backup_that_was_just_made_is_restored(box: Box) -> None:
    other_backups(box, FUTURE)
    box.at("restart-2", "1")
    box.at("restart-1", "1")
    went_back(*box.upgrade())
    assert box.read("restored") == str(box.root / "var/lib/minigam/backups" / BACKUP)
    assert box.found() == AS_BEFORE


def test_it_is_among_those_that_stay(box: Box) -> None:
    other_backups(box, FUTURE + 1, FUTURE + 2, 1, FUTURE + 3)
    assert box.upgrade()[0] == 0
    left = {path.name for path in (box.root / "var/lib/minigam/backups").iterdir()}
    assert left == {BACKUP, "other-1.tar.gz", "other-3.tar.gz"}


def test_another_sentence_than_the_backups_own_is_no_backup(box: Box) -> None:
    command = box.root / "opt/minigam/current/bin/minigam"
    command.write_text(command.read_text().replace("written and", "put and"))
    status, said = box.upgrade()
    went_back(status, said)
    assert "expected the backup's file to be told, got: put and read again: /" in said
    assert box.found() == AS_BEFORE
