"""A bare Debian of its own for one command: nothing is kept of what it writes.

The system is the one that `tests/root.sh` makes. It becomes the root of namespaces of its own, so
that every process and every mount is gone when the command has ended, and a browser can make the
namespaces of its sandbox, which the kernel refuses to whoever is in a chroot. The network is that
of this machine, as are its settings for apt and pip, since many a machine reaches packages by them
alone.
"""

import ast
import os
import re
import shlex
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

CLONE = Path(__file__).parents[2]
USER = "tester"
HOMES = {"root": "/root", "user": f"/home/{USER}"}
"""Who runs the command: root, or a user without sudo. Each with the home folder in there."""
PASSED_ON = re.compile(r"PIP_\w+|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|\w+_proxy", re.IGNORECASE)
"""The variables of this machine by which pip finds packages."""
OF_APT = re.compile(r"Acquire::(Check-|Retries|https?::)")


@dataclass(frozen=True)
class Bare:
    """A release of Debian, and who runs commands in it."""

    suite: str
    who: str
    architecture: str = ""
    """A Pi's, such as `arm64`, which QEMU runs; empty for that of this machine."""

    def __str__(self) -> str:
        """Such as `trixie-user`."""
        return "-".join(filter(None, (self.suite, self.architecture, self.who)))

    @property
    def home(self) -> str:
        """Whose folder `minigam` is the clone."""
        return HOMES[self.who]

    def run(
        self, command: Sequence[str], work: Path, log: Path, cache: Path, limit: float
    ) -> int | None:
        """Clone this repository into a fresh system and run a command in the clone.

        `work` is an empty folder for what the system writes, `cache` one that pip keeps between
        runs, `limit` in seconds. Returns the exit status, or None where the limit was reached;
        what the command has printed is in `log` either way. Raises `CalledProcessError` where the
        system cannot be made.
        """
        root = _output("tests/root.sh", *filter(None, (self.suite, self.architecture)))
        _clone(work / f"upper{self.home}/minigam")
        (work / "start.sh").write_text(self._script(Path(root), command, work, cache))
        unshare = ["unshare", "--mount", "--pid", "--ipc", "--fork", "--kill-child"]
        with log.open("wb") as said:
            try:
                return subprocess.run(
                    [*unshare, "sh", "-eu", work / "start.sh"],
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=subprocess.STDOUT,
                    timeout=limit,
                    check=False,
                ).returncode
            except subprocess.TimeoutExpired:
                return None

    def _script(self, lower: Path, command: Sequence[str], work: Path, cache: Path) -> str:
        """What is run in the new namespaces: the mounts, the settings, the user, the command."""
        settings = dict(pip_settings(_output("pip", "config", "list").splitlines()))
        variables = {name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)}
        mirror = _output("systemd/image/mirror.sh")
        acquire = [
            line for line in _output("apt-config", "dump").splitlines() if OF_APT.match(line)
        ]
        cached = f"{self.home}/.cache/pip"
        environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": self.home,
            "LANG": "C.UTF-8",
            **variables,
        }
        lines = [
            f"cd {shlex.quote(str(work))}",
            "mkdir -p upper made root",
            f"mount -t overlay overlay -o lowerdir={lower},upperdir=upper,workdir=made root",
            "cd root",
            "mount -t proc proc proc",
            "mount --rbind /sys sys",
            "mount --rbind /dev dev",
            "mount -t tmpfs -o mode=1777 tmpfs dev/shm",
            "cp /etc/resolv.conf /etc/hosts etc",
            *_written("etc/apt/sources.list", [f"deb {mirror} {self.suite} main"]),
            *_written("etc/apt/apt.conf.d/90machine", acquire),
            *_written("etc/pip.conf", ["[global]", *(f"{k} = {v}" for k, v in settings.items())]),
            f"chroot . useradd --create-home {USER}" if self.who == "user" else "",
            *(_bound(path) for path in places([*settings.values(), *variables.values()])),
            f"mkdir -p .{cached}",
            f"mount --bind {shlex.quote(str(cache))} .{cached}",
            f"chroot . chown -R {USER}: {self.home}" if self.who == "user" else "",
            "pivot_root . .",
            "umount -l .",
            "cd /",
            f"exec chroot {f'--userspec={USER}' if self.who == 'user' else ''} / env -i "
            + shlex.join(f"{name}={value}" for name, value in environment.items())
            + f" sh -c {shlex.quote(f'cd ~/minigam && exec {shlex.join(command)}')}",
        ]
        return "".join(f"{line}\n" for line in lines if line)


def _output(*command: str) -> str:
    done = subprocess.run(command, cwd=CLONE, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def _clone(there: Path) -> None:
    """What is committed; a folder that git ignores is not part of it."""
    there.parent.mkdir(parents=True)
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", CLONE, there], check=True)


def _written(path: str, lines: Iterable[str]) -> list[str]:
    return [f"cat >{path} <<'END'", *lines, "END"]


def _bound(path: Path) -> str:
    """A file or folder of this machine at the same place in there, read only."""
    place = shlex.quote(f".{path}")
    if path.is_dir():
        made = f"mkdir -p {place}"
    else:
        made = f"mkdir -p {shlex.quote(f'.{path.parent}')}; [ -e {place} ] || touch {place}"
    return f"{made}; mount --bind -o ro {shlex.quote(str(path))} {place}"


def pip_settings(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The settings in what `pip config list` prints; those of the environment are left out.

    >>> dict(pip_settings(["global.index-url='https://a/simple'", ":env:.cert='/c.crt'"]))
    {'index-url': 'https://a/simple'}
    """
    for line in lines:
        name, _, value = line.partition("=")
        section, _, key = name.partition(".")
        if section == "global":
            yield key, " ".join(str(ast.literal_eval(value)).split())


def places(values: Iterable[str]) -> list[Path]:
    """The files and folders of this machine that settings name, each once.

    A package index is taken with the folder that it is in, since its files often lie beside it.

    >>> places(["https://a/simple file:///etc/default", "/etc/hosts", "180", "/nowhere"])
    [PosixPath('/etc'), PosixPath('/etc/hosts')]
    """
    words = [word for value in values for word in value.split()]
    indexes = {Path(word.removeprefix("file://")).parent for word in words if "file:///" in word}
    plain = {Path(word) for word in words if word.startswith("/")}
    return sorted(path for path in indexes | plain if path.exists())


def is_committed() -> bool:
    """Whether a clone of this repository is what lies here."""
    return not _output("git", "status", "--porcelain")
