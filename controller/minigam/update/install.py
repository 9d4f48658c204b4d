"""Installs a release: copied, verified, unpacked beside what runs, and handed to its installer."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from minigam.errors import UpdateError, UpdateFailedError, UpdateUnavailableError
from minigam.files.lock import file_locked
from minigam.update.archive import INSTALLER, look_over, unpack
from minigam.update.names import Release, number_of, version_of
from minigam.update.signature import verify
from minigam.update.sources import Offer, address_in, fetch, need_room, offers_of, sticks
from minigam.update.sticks import mounted

KEY, CONFIG = "etc/minigam/release.pub", "etc/minigam/update.toml"
OPT = "opt/minigam"
WORK = "update"
"""The folder in `OPT` that a release is unpacked in; root's alone."""
LOCK = "lock"
TIMES_AS_LARGE = 2
"""What is installed of a release takes at most so many times its unpacked size."""
Say = Callable[[str], None]


def this_machine() -> str:
    """The machine and Python here, as in a release file's name, such as `aarch64-cp313`."""
    return f"{platform.machine()}-cp{sys.version_info.major}{sys.version_info.minor}"


@dataclass(frozen=True)
class System:
    """A system on which minigam is installed, at its root folder: `/`, or a test's."""

    root: Path = Path("/")

    @property
    def installed(self) -> str:
        """The installed version's name, such as `0.1.0-f7412ba`; empty where there is none."""
        try:
            return os.path.basename(os.readlink(self.root / OPT / "current"))
        except OSError:
            return ""

    @property
    def number(self) -> str:
        """The installed version's number; raise `UpdateUnavailableError` where there is none."""
        if not self.installed:
            raise UpdateUnavailableError(
                f"nothing is installed in {self.root / OPT}: run sudo make install in a clone, "
                "or in an unpacked release"
            )
        return number_of(self.installed)

    @contextmanager
    def offers(self, machine: str) -> Iterator[list[Offer]]:
        """What sticks and the owner's address offer, as long as it can be read; see `offers_of`.

        Sticks that are not mounted are mounted for so long, if this is root.
        """
        address = address_in(self.root / CONFIG)
        with (
            TemporaryDirectory(ignore_cleanup_errors=True) as folder,
            mounted(self.root, Path(folder)) as others,
        ):
            places: list[Path | str] = [*sticks(self.root), *others]
            yield offers_of([*places, address] if address else places, machine)

    def is_newer(self, release: Release) -> bool:
        """Whether a release is newer than what is installed."""
        return version_of(release.version) > version_of(self.number)


def need_newer(system: System, release: Release) -> None:
    """Raise `UpdateError` where a release is what is installed, or older."""
    if version_of(release.version) == version_of(system.number):
        raise UpdateError(f"{release.name}: version {release.version} is installed already")
    if not system.is_newer(release):
        raise UpdateError(
            f"{release.name} is older than the installed version {system.number}: expected a "
            "newer one, since an older one may not read the games of a newer one"
        )


def install(
    system: System, offers: Sequence[Offer], environment: Mapping[str, str], say: Say
) -> None:
    """Verify a release, unpack it beside what runs, and run its installer to its end.

    `offers`: the newest first; the first one that can be trusted counts. `environment`: what the
    installer's environment has beside this program's own; `say`: is given lines, such as the
    installer's. Raises `UpdateError`, or one of its kinds, with what was installed before playing
    on: the installer itself goes back where the new version does not become ready.
    """
    need_newer(system, offers[0].release)
    key = system.root / KEY
    if not key.exists():
        raise UpdateUnavailableError(
            f"no release can be trusted yet: put the maintainers' public key into {key}, such as "
            "from systemd/release.pub of a clone"
        )
    with _workplace(system.root / OPT / WORK) as work:
        newer = [each for each in offers if system.is_newer(each.release)]
        copy, release = _trusted(newer, work, key, say)
        need_room(work, look_over(copy, release) * (1 + TIMES_AS_LARGE))
        tree = unpack(copy, release, work)
        copy.unlink()
        _run(tree, {**os.environ, **environment}, say)


def _trusted(offers: Sequence[Offer], work: Path, key: Path, say: Say) -> tuple[Path, Release]:
    """A copy of the first release whose signature fits; else what is wrong with the first.

    Anybody can give a file a great number: it must not keep a good release from being found.
    """
    first: UpdateError | None = None
    for offer in offers:
        say(f"minigam: verifying {offer}")
        folder = Path(mkdtemp(dir=work))
        try:
            copy = fetch(offer, folder)
            verify(copy, offer.release, key)
        except UpdateError as fault:
            first = first or fault
            if offer is not offers[-1]:
                say(f"minigam: {fault}")
            shutil.rmtree(folder, ignore_errors=True)
        else:
            return copy, offer.release
    assert first is not None
    raise first


@contextmanager
def _workplace(folder: Path) -> Iterator[Path]:
    """A new folder that nobody else may enter; what an update that was killed has left goes."""
    with ExitStack() as held:
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            folder.chmod(0o700)
            busy = "another update is under way: wait for its end"
            held.enter_context(file_locked(folder / LOCK, busy))
        except PermissionError:
            raise UpdateUnavailableError(
                "only root can install an update: put sudo before the command"
            ) from None
        for left in folder.iterdir():
            if left.name != LOCK:
                shutil.rmtree(left, ignore_errors=True)
        work = Path(mkdtemp(dir=folder))
        try:
            yield work
        finally:
            shutil.rmtree(work, ignore_errors=True)


def _run(tree: Path, environment: Mapping[str, str], say: Say) -> None:
    """Run a release's installer to its end; Ctrl-C reaches it too, and it goes back by itself."""
    command = [str(tree / INSTALLER), "upgrade"]
    last = ""
    with subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        while True:
            with suppress(KeyboardInterrupt):
                for line in process.stdout:
                    last = line.strip() or last
                    say(line.rstrip("\n"))
                status = process.wait()
                break
    if status != 0:
        raise UpdateFailedError(last.removeprefix("minigam: ") or "the installer has failed")
