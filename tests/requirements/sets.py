"""Which sets of packages are locked, each in a file of `requirements/`, and how it is read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "requirements"
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; (?P<marker>.+?))? \\")
HASH = re.compile(r"    --hash=sha256:(?P<digest>[0-9a-f]{64})(?: \\)?")


@dataclass(frozen=True)
class Set:
    """What one command needs."""

    extra: str = ""
    """The extra of `pyproject.toml`, or `.` for what minigam itself needs; empty for neither."""
    group: str = ""
    """The dependency group of `pyproject.toml`."""
    base: str = ""
    """The set that it builds on, whose packages its file does not repeat."""
    sources: tuple[str, ...] = ()
    """Packages that may come as source, since there is no wheel; all others are wheels."""


SETS = {
    "run": Set(".", "build"),
    "solver": Set("solver", base="run"),
    "club": Set("club", base="run"),
    "test": Set("test", base="solver"),
    "fuzz": Set("fuzz", base="test"),
    "bench": Set("bench", base="run"),
    "hardware": Set("hardware", base="run"),
    "pi": Set("pi", base="run", sources=("rpi-ws281x",)),
    "pi5": Set("pi5", base="pi"),
    "source": Set(group="source"),
    "lgpio": Set(group="lgpio"),
    "strip": Set(group="strip", sources=("rpi-ws281x",)),
    "lock": Set(group="lock", base="run"),
}
"""Each by the name of its file. `lgpio` comes as wheel or as source: systemd/lgpio.sh decides.
`strip` is one package of `pi`, for tests on a PC."""


@dataclass(frozen=True)
class Pin:
    """One version of a package, and what its files must be."""

    name: str
    version: str
    marker: str
    """Where it is installed, such as `python_full_version < '3.12'`; empty means everywhere."""
    hashes: frozenset[str]
    """SHA-256 of every file of this version, in hex: wheels for all platforms, and the source."""

    def __str__(self) -> str:
        """As pip reads it."""
        first = f"{self.name}=={self.version}" + (f" ; {self.marker}" if self.marker else "")
        return " \\\n".join((first, *(f"    --hash=sha256:{each}" for each in sorted(self.hashes))))


def parse(text: str) -> Iterator[Pin]:
    r"""Read the pins of a file; comments and options are left out.

    >>> text = f"# a comment\n--only-binary :all:\nidna==3.20 \\\n    --hash=sha256:{'0' * 64}\n"
    >>> [(pin.name, pin.version, len(pin.hashes)) for pin in parse(text)]
    [('idna', '3.20', 1)]
    """
    for block in re.split(r"\n(?! )", text.strip()):
        first, *rest = block.splitlines()
        if first.startswith(("#", "-")) or not first:
            continue
        found = PIN.fullmatch(first)
        hashes = [HASH.fullmatch(line) for line in rest if not line.startswith("    #")]
        if found is None or not hashes or None in hashes:
            raise ValueError(f"expected NAME==VERSION with hashes, got: {block!r}")
        digests = frozenset(each["digest"] for each in hashes if each)
        yield Pin(found["name"], found["version"], found["marker"] or "", digests)


def pins(name: str, folder: Path = FOLDER) -> list[Pin]:
    base = SETS[name].base
    own = parse((folder / f"{name}.txt").read_text("ascii"))
    return [*(pins(base, folder) if base else ()), *own]
