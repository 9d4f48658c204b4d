"""`make upgrade` over plain files: whatever breaks it off, the old version plays again."""

import itertools
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.faults import note
from tests.journal.killing import shim
from tests.systemd.units import FOLDER

OLD, NEW = "1-c", "2-c"
"""Versions 1 and 2 at the commit c."""
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
FAKES = {
    "id": "echo 0",
    "dpkg-query": "echo installed",
    "git": """
        [ ! -e "$ROOT/no git" ] || exit 127
        case $3 in
            describe) echo c ;;
            status) cat "$ROOT/changes" 2>/dev/null || true ;;
        esac
    """,
    "journalctl": "echo 'it is broken'",
    "systemd-sysusers": "",
    "sync": "",
    "runuser": 'shift 3; exec "$@"',
    "python3": """
        [ "$1" = -m ] || exit 0
        mkdir -p "$3/bin"
        printf '#!/bin/sh\\necho "$@" >>"$ROOT/pip"\\n' >"$3/bin/pip"
        printf '#!/bin/sh\\n' >"$3/bin/python"
        cp "$FAKES/minigam" "$3/bin/minigam"
        chmod +x "$3/bin/pip" "$3/bin/python"
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
    more: Mapping[str, str] = field(default_factory=dict)
    """What else is in the environment of its programs."""

    def at(self, step: str, what: str) -> None:
        """Let something happen at a step, such as `1` (it fails) or `HUP`."""
        (self.root / "at" / step).write_text(f"{what}\n")

    def upgrade(self, where: int = subprocess.PIPE) -> tuple[int, str]:
        return self.run("upgrade", where)

    def run(self, action: str, where: int = subprocess.PIPE) -> tuple[int, str]:
        """The status of `make` this, and what is said."""
        fakes = self.root / "fakes"
        done = subprocess.run(
            [*AS_USUAL, self.root / "clone/systemd/install.sh", action],
            env={
                **self.more,
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

    def put_version(self, version: str) -> None:
        number = version.partition("-")[0]
        put(self.root / "clone/controller/minigam/__init__.py", f'__version__ = "{number}"\n')

    def read(self, name: str) -> str:
        return (self.root / name).read_text().strip()

    def found(self) -> dict[str, object]:
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
        "units": UNITS,
    }


UNITS = [
    *("minigam-setup-file.service", "minigam-setup.path", "minigam-setup.service"),
    "minigam.service",
]
"""What this clone installs, in alphabetical order; the old version has the last one only."""
AS_BEFORE, UPGRADED = {**box_of(OLD, [OLD]), "units": UNITS[-1:]}, box_of(NEW, [OLD, NEW])


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
    for name in ("firmware", "hardware", "requirements"):
        (tmp_path / "clone" / name).mkdir()
    (tmp_path / "clone/pyproject.toml").touch()
    box = Box(tmp_path)
    box.put_version(NEW)
    return box


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def goes_back(box: Box) -> str:
    """What is said by an upgrade after which all is as before."""
    status, said = box.upgrade()
    assert status == 1, said
    assert said.count("minigam: going back to 1-c\n") == 1, said
    assert said.endswith("minigam: 1-c plays again as before; nothing of its games is lost\n")
    assert box.found() == AS_BEFORE
    return said


def test_the_new_version_plays(box: Box) -> None:
    status, said = box.upgrade()
    assert (status, "minigam: 2-c was ready after" in said) == (0, True), said
    assert "going back" not in said
    assert box.found() == UPGRADED


STEPS = ("stop-1-c", "backup", "install", "daemon-reload-2-c", "restart-2-c")
"""In their order; systemd's with the version that is current then."""


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("what", ["1", *SIGNALS], ids=["fails", *SIGNALS])
def test_a_step_that_fails_or_a_signal_leaves_the_old_version_playing(
    box: Box, step: str, what: str
) -> None:
    """A signal such as of a connection that is lost, or of a hand that would rather not."""
    box.at(step, what)
    goes_back(box)


@pytest.mark.parametrize("second", SIGNALS)
@pytest.mark.parametrize("step", ["stop-2-c", "daemon-reload-1-c", "restart-1-c"])
def test_nothing_ends_the_way_back(box: Box, step: str, second: str) -> None:
    box.at("restart-2-c", "INT")
    box.at(step, second)
    goes_back(box)


def test_a_version_that_does_not_become_ready_is_quoted_and_what_fails_on_the_way_back_left_out(
    box: Box,
) -> None:
    for step in ("restart-2-c", "stop-2-c", "daemon-reload-1-c"):
        box.at(step, "1")
    reason = "minigam: 2-c does not become ready; it said last:\nit is broken\n"
    assert f"{reason}minigam: going back to 1-c" in goes_back(box)


def test_a_disk_that_stays_full_is_no_hindrance_on_the_way_back(box: Box) -> None:
    (box.root / "full").touch()
    goes_back(box)


def test_the_upgrade_goes_on_where_nobody_listens(box: Box) -> None:
    with open("/dev/full", "w") as nobody:
        status, _ = box.upgrade(nobody.fileno())
    assert status == 0
    assert box.found() == UPGRADED


def named(said: str) -> str:
    return said.partition("done. Version ")[2].partition(" ")[0]


@pytest.mark.parametrize(("state", "before"), [("changes", "2-c-"), ("no git", "2-")])
def test_what_is_no_commit_is_named_for_what_is_in_it(box: Box, state: str, before: str) -> None:
    (box.root / state).write_text(" M some/file\n")
    first = named(box.upgrade()[1])
    assert box.upgrade() == (0, f"minigam: {first} is installed already\n")
    put(box.root / "clone/controller/minigam/rules/new.py", "FACES = 6\n")
    second = named(box.upgrade()[1])
    assert all(re.fullmatch(f"{before}[0-9a-f]{{10}}", each) for each in (first, second))
    assert second != first
    assert box.found()["current"] == second


@pytest.mark.parametrize("what", ["1", *SIGNALS])
def test_the_unit_files_of_a_version_that_is_installed_again_stay(box: Box, what: str) -> None:
    box.put_version(OLD)
    box.at("copy", what)
    assert box.run("install")[0] != 0
    there = box.root / "opt/minigam/versions" / OLD
    assert [path.name for path in (there / "system").iterdir()] == ["minigam.service"]
    assert box.found() == AS_BEFORE
    assert box.run("install")[0] == 0
    assert sorted(path.name for path in there.iterdir()) == ["bin", "system"]
    assert (there / "system/minigam.service").read_text() == f"# {NEW}\n"


# The packages

OF_A_PI = {
    "": ["run"],
    "Raspberry Pi 4 Model B": ["source", "pi"],
    "Raspberry Pi 5 Model B": ["source", "pi5"],
}
"""The files of `requirements/` by the model of the machine."""


@pytest.mark.parametrize("model", OF_A_PI)
def test_root_installs_what_is_locked_and_nothing_else(box: Box, model: str) -> None:
    tree = box.root / "proc/device-tree"
    put(tree / "model", f"{model}\0")
    put(tree / "compatible", "brcm,bcm2712\0" if " 5 " in model else "brcm,bcm2711\0")
    assert box.upgrade()[0] == 0
    always = "install --quiet --disable-pip-version-check"
    folder = box.root / "clone"
    assert box.read("pip").splitlines() == [
        *(
            f"{always} --require-hashes --no-build-isolation -r {folder}/requirements/{name}.txt"
            for name in OF_A_PI[model]
        ),
        f"{always} --no-index --no-deps --no-build-isolation {folder}",
    ]


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
    box.at("restart-2-c", "1")
    box.at("restart-1-c", "1")
    goes_back(box)
    assert box.read("restored") == str(box.root / "var/lib/minigam/backups" / BACKUP)


def test_it_is_among_those_that_stay(box: Box) -> None:
    other_backups(box, FUTURE + 1, FUTURE + 2, 1, FUTURE + 3)
    assert box.upgrade()[0] == 0
    left = {path.name for path in (box.root / "var/lib/minigam/backups").iterdir()}
    assert left == {BACKUP, "other-1.tar.gz", "other-3.tar.gz"}


def test_another_sentence_than_the_backups_own_is_no_backup(box: Box) -> None:
    command = box.root / "opt/minigam/current/bin/minigam"
    command.write_text(command.read_text().replace("written and", "put and"))
    assert "expected the backup's file to be told, got: put and read again: /" in goes_back(box)


# A kill, as of a cut of power

KEPT = "var/lib/minigam/journal.sqlite"


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shim.build(tmp_path_factory.mktemp("kill"))


def killed_at(box: Box, at: int, library: Path, folder: Path) -> int:
    """An upgrade that is killed at that call, with all its programs; how many calls there were."""
    file = folder / "count"
    count = shim.Count(file)
    count.begin(at)
    more = shim.environment(library, box.root, file).items() - os.environ.items()
    status, said = Box(box.root, dict(more)).upgrade()
    assert status in (0, -signal.SIGKILL), said
    return len(count.calls)


def looked_at(box: Box) -> None:
    """The next boot finds one whole version; the next upgrade comes to its end."""
    version = str(box.found()["current"])
    assert box.read(UNIT) in (f"# {OLD}", f"# {NEW}")
    there = box.root / "opt/minigam/versions" / version
    assert os.access(there / "bin/minigam", os.X_OK)
    assert (there / "system/minigam.service").read_text() == f"# {version}\n"
    assert (box.root / KEPT).exists()
    (box.root / "state").write_text(f"{version} plays\n")
    status, said = box.upgrade()
    assert status == 0, said
    assert box.found() == UPGRADED
    assert not (box.root / "opt/minigam/upgrading").exists()


def killed_everywhere(template: Box, step: int, library: Path, folder: Path) -> int:
    place = template.root.with_name("place")
    for at in itertools.count(1, step):
        shutil.copytree(template.root, place, symlinks=True)
        calls = killed_at(Box(place), at, library, folder)
        try:
            looked_at(Box(place))
        except AssertionError as fault:
            fault.add_note(f"killed at call {at}")
            raise
        shutil.rmtree(place)
        if calls < at:
            return at // step
    raise AssertionError


@pytest.fixture
def aside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("aside")


@pytest.mark.shim
def test_an_upgrade_killed_at_some_of_its_calls(box: Box, library: Path, aside: Path) -> None:
    assert killed_everywhere(box, 29, library, aside) > 1


@pytest.mark.shim
@pytest.mark.slow
def test_an_upgrade_killed_at_each_of_its_calls(box: Box, library: Path, aside: Path) -> None:
    times = killed_everywhere(box, 1, library, aside)
    came = "the next boot found one whole version, and the next upgrade came to its end"
    note("upgrade: killed at each call that changes a file", 1, times - 1, came)


@pytest.mark.parametrize("now", [OLD, NEW])
def test_whatever_version_comes_after_a_broken_off_upgrade_is_put_there(now: str, box: Box) -> None:
    """Also the one before: it is not taken for installed already."""
    box.put_version(now)
    put(box.root / "clone/systemd/minigam.service", f"# {now}\n")
    put(box.root / "opt/minigam/upgrading", f"{OLD}\n")
    (box.root / "state").write_text("stopped\n")
    status, said = box.upgrade()
    assert (status, "going on with an upgrade from 1-c that was broken off" in said) == (0, True)
    assert box.found() == box_of(now, sorted({OLD, now}))
    assert box.upgrade()[1] == f"minigam: {now} is installed already\n"
