"""Makes a release of a clone: the files, their checksums and signatures.

It is here and not in the package, as it needs the clone, git and the tests' tools, and nobody who
installs a release needs it. Two runs at the same commit write the same.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.utils import canonicalize_name

from minigam import __version__
from minigam.errors import MinigamError
from minigam.update.names import SUMS, Release
from tests.release.changelog import section
from tests.release.tree import pack, tree_of
from tests.release.wheels import carried
from tests.requirements.sbom import NAME, locked, sbom
from tests.requirements.sets import pins

CLONE = Path(__file__).parents[2]
HELP = "minisign -G -p systemd/release.pub -s FILE makes a pair"


class ReleaseError(MinigamError, ValueError):
    """Why no release is made; nothing was written but in the folder for it."""


@dataclass(frozen=True)
class Asked:
    """What a release is made of beside the clone."""

    key: Path
    """The secret key, of minisign."""
    wheels: tuple[Path, ...] = ()
    """Folders of packages, each named for its machine, such as `aarch64-cp313`."""
    images: tuple[Path, ...] = ()


def main(arguments: Sequence[str]) -> int:
    """Make it, and print where it is; 1 where it is refused."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("--key", type=Path, help="the secret key to sign with")
    parser.add_argument("--wheels", type=Path, nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--image", type=Path, nargs="*", default=[], metavar="FILE")
    parser.add_argument("--out", type=Path, default=CLONE / "build" / "release")
    options = parser.parse_args(arguments)
    try:
        if options.key is None or not options.key.is_file():
            raise ReleaseError(f"expected KEY=FILE, a secret key of minisign: {HELP}")
        asked = Asked(options.key, tuple(options.wheels), tuple(options.image))
        folder = make(CLONE, options.out, asked)
    except MinigamError as fault:
        print(f"minigam: {fault}", file=sys.stderr)
        return 1
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size:>12,}  {path}")
    return 0


def make(clone: Path, out: Path, asked: Asked) -> Path:
    """Make a release of a clone in a new folder of `out`; that folder.

    Raises `ReleaseError` for changes that are not committed, and for a version whose section of
    the changelog is missing or has no date.
    """
    if changes := git(clone, "status", "--porcelain"):
        first = changes.splitlines()[0].strip()
        raise ReleaseError(f"expected a clean tree, got changes such as {first}: commit them first")
    notes = section((clone / "CHANGELOG.md").read_text("utf-8"), __version__)
    if notes is None:
        raise ReleaseError(
            f"expected a section '## {__version__} (DATE)' in CHANGELOG.md, found none: "
            "write it, with the date of the release"
        )
    seconds = int(git(clone, "log", "-1", "--format=%ct"))
    folder = out / __version__
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "CHANGES.md").write_text(notes, "utf-8")
    sdist = build(clone, folder, seconds)
    write_tars(sdist, folder, asked.wheels, seconds)
    (folder / f"minigam-{__version__}.cdx.json").write_text(bill(), "utf-8")
    for image in asked.images:
        shutil.copy(image, folder / image.name)
    write_sums(folder)
    sign(folder, asked.key)
    return folder


def git(clone: Path, *words: str) -> str:
    """What git prints in a clone."""
    done = subprocess.run(
        ["git", "-C", str(clone), *words], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ReleaseError(f"expected a clone with git, got: {done.stderr.strip()}")
    return done.stdout.strip()


def build(clone: Path, folder: Path, seconds: int) -> Path:
    """Build wheel and sdist; the sdist."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(seconds)}
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist"]
    done = subprocess.run(
        [*words, "-d", str(folder)],
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ReleaseError(f"wheel and sdist could not be built: {done.stderr.strip()}")
    (sdist,) = folder.glob("*.tar.gz")
    return sdist


def write_tars(sdist: Path, folder: Path, wheels: Sequence[Path], seconds: int) -> None:
    """Write the release file without packages, and one for each folder of them."""
    tree = tree_of(sdist, __version__)
    extras: list[tuple[str, Mapping[str, bytes]]] = [("", {})]
    extras += [(each.name, carried(each)) for each in wheels]
    for machine, files in extras:
        release = Release(__version__, machine)
        within = {f"{release.folder}/{name}": body for name, body in files.items()}
        (folder / release.name).write_bytes(pack({**tree, **within}, seconds))


def bill() -> str:
    """The bill of materials of what every installation has; a Pi's own packages are locked too."""
    there = {NAME, *(pin.name for pin in pins("run"))}

    def runs(each: Distribution) -> bool:
        return canonicalize_name(each.metadata["Name"]) in there

    return json.dumps(sbom(filter(runs, distributions()), locked()), indent=2) + "\n"


def write_sums(folder: Path) -> None:
    """Write the checksums of all files, as `sha256sum -c` reads them."""
    lines = (
        f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
    )
    (folder / SUMS).write_text("".join(lines), "utf-8")


def sign(folder: Path, key: Path) -> None:
    """Sign the release files and the checksums; minisign asks for the key's password, if any."""
    for path in (*sorted(folder.glob("*.tar")), folder / SUMS):
        comment = f"minigam {__version__} {path.name}"
        words = ["minisign", "-S", "-s", str(key), "-t", comment, "-m", str(path)]
        try:
            done = subprocess.run(words, stdout=subprocess.DEVNULL, check=False)
        except FileNotFoundError:
            raise ReleaseError("minisign is not installed: sudo apt install minisign") from None
        if done.returncode:
            raise ReleaseError(f"{path.name} could not be signed with {key}: see above")
