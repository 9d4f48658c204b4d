"""A system in a folder, with fake programs in place of systemd's: what the installer is run on."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.systemd.units import FOLDER

OLD, NEW = "1.0.0-c", "2.0.0-c"
"""Two versions at the commit c."""
UNIT = "etc/systemd/system/minigam.service"
BACKUP = "minigam-1970-01-01-000000.tar.gz"

COMMAND = f"""
[ "$*" = 'backup --help' ] && exit
happens "$1"
[ "$1" != club ] || echo "$@" >>"$ROOT/clubs"
file=$ROOT/var/lib/minigam/backups/{BACKUP}
case $1 in
    backup) : >"$file"; echo "written and read again: $file" ;;
    games) [ -e "$ROOT/unplayed" ] || echo '1  Minigam  White - Black' ;;
    restore) echo "$4" >"$ROOT/restored" ;;
    club) case $2 in
        init) mkdir -p "$3/broker"; : >"$3/club.json"; : >"$3/broker/minigam.conf" ;;
        list) echo "broker: mqtts://pi.local:8883"; echo "hosts: pi.local" ;;
    esac ;;
esac
"""
FAKES = {
    "id": "echo 0",
    "chown": 'echo "$@" >>"$ROOT/owners"',
    "dpkg-query": "echo installed",
    "git": """
        [ ! -e "$ROOT/no git" ] || exit 127
        case $5 in
            describe) echo c ;;
            status) cat "$ROOT/changes" 2>/dev/null || true ;;
        esac
    """,
    "journalctl": "echo 'it is broken'",
    "systemd-sysusers": "",
    "sync": "",
    "runuser": 'shift 3; exec "$@"',
    "python3": """
        case $2 in *cp%d*) echo cp313 ;; *maxsize*) [ ! -e "$ROOT/32 bits" ] || exit 1 ;; esac
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
        case $* in *mosquitto*) happens "$*"; echo "$*" >>"$ROOT/broker"; exit 0 ;; esac
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
        return self.script("install.sh", action, where=where)

    def script(self, *words: str, where: int = subprocess.PIPE) -> tuple[int, str]:
        """The status of a script of the clone's, and what it says."""
        fakes = self.root / "fakes"
        name, *more = words
        done = subprocess.run(
            [*AS_USUAL, self.root / "clone/systemd" / name, *more],
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


UNITS = [
    *("minigam-setup-file.service", "minigam-setup.path", "minigam-setup.service"),
    *("minigam-update.path", "minigam-update.service", "minigam.service"),
]
"""What this clone installs, in alphabetical order; the old version has the last one only."""


def box_of(version: str, versions: list[str], units: list[str] = UNITS) -> dict[str, object]:
    return {
        "current": version,
        "state": f"{version} plays",
        "unit": f"# {version}",
        "versions": versions,
        "units": units,
    }


AS_BEFORE = box_of(OLD, [OLD], ["minigam.service"])
UPGRADED = box_of(NEW, [OLD, NEW])


def box_in(folder: Path) -> Box:
    """A system in a folder, on which the old version plays."""
    for name in ("at", "fakes", "run/systemd/system", "usr/local/bin", "var/lib/minigam"):
        (folder / name).mkdir(parents=True)
    (folder / "var/lib/minigam/journal.sqlite").touch()
    for name, text in FAKES.items():
        put(folder / "fakes" / name, HAPPENS + text)
    there = folder / "opt/minigam/versions" / OLD
    put(there / "bin/minigam", HAPPENS + COMMAND)
    for place in (there / "system/minigam.service", folder / UNIT):
        put(place, f"# {OLD}\n")
    (folder / "opt/minigam/current").symlink_to(f"versions/{OLD}")
    (folder / "state").write_text(f"{OLD} plays\n")
    shutil.copytree(FOLDER, folder / "clone/systemd")
    put(folder / "clone/systemd/minigam.service", f"# {NEW}\n")
    for name in ("firmware", "hardware", "requirements"):
        (folder / "clone" / name).mkdir()
    (folder / "clone/pyproject.toml").touch()
    box = Box(folder)
    box.put_version(NEW)
    return box


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
