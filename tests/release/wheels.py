"""The packages that a release carries for one machine, with a list of their hashes.

What was downloaded has hashes that are locked. What was built from locked source, since there is no
wheel of it, cannot: those hashes are covered by the signature of the release alone.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from minigam.errors import MinigamError
from tests.requirements.sets import Pin, pins

MACHINE = re.compile(r"(?P<arch>[a-z0-9_]+)-cp3(?P<minor>\d+)")
SETS = {"aarch64": ("run", "pi", "pi5"), "x86_64": ("run",)}
"""What the installer asks for on such a machine."""
BUILT = {"rpi-ws281x", "lgpio"}
"""Packages that may have been built from their locked source."""
GLIBC = {"11": 36, "13": 41}
"""Of Debian 12 and 13, by their Python."""
HEADER = "# Made by `make release`: the packages beside this file, for this machine.\n"


class WheelsError(MinigamError, ValueError):
    """Packages that do not fit the machine that they are for, or differ from what is locked."""


def carried(folder: Path) -> dict[str, bytes]:
    """What a release carries of a folder such as `aarch64-cp313`, by the names in the release.

    Beside the wheels a list for each set of `requirements/` that is complete. Raises `WheelsError`
    where none is, or where a wheel's hash is not locked.
    """
    found = MACHINE.fullmatch(folder.name)
    if found is None or found["arch"] not in SETS or found["minor"] not in GLIBC:
        raise WheelsError(f"expected a folder such as aarch64-cp313, got {folder.name}")
    wheels = _wheels(folder, set(_tags(found["arch"], int(found["minor"]))))
    place, files, lists = f"wheels/{folder.name}", {}, {}
    missing: list[str] = []
    for name in SETS[found["arch"]]:
        wanted = list(_wanted(name, found["arch"], found["minor"]))
        absent = [str(pin) for pin in wanted if (pin.name, pin.version) not in wheels]
        if absent:
            missing.append(f"{name} lacks {absent[0].split()[0]}")
            continue
        lists[name] = "".join(_line(pin, wheels[pin.name, pin.version]) for pin in wanted)
        for pin in wanted:
            wheel = wheels[pin.name, pin.version]
            files[f"{place}/{wheel.name}"] = wheel.read_bytes()
    if not lists:
        raise WheelsError(f"no set of packages is complete in {folder}: {'; '.join(missing)}")
    texts = {f"{place}/{name}.txt": (HEADER + text).encode() for name, text in lists.items()}
    return files | texts


def _wanted(name: str, arch: str, minor: str) -> Iterator[Pin]:
    version = f"3.{minor}"
    there = {
        "python_version": version,
        "python_full_version": f"{version}.0",
        "platform_machine": arch,
        "sys_platform": "linux",
    }
    return (pin for pin in pins(name) if not pin.marker or Marker(pin.marker).evaluate(there))


def _tags(arch: str, minor: int) -> Iterator[Tag]:
    newest = GLIBC[str(minor)]
    platforms = [f"manylinux_2_{number}_{arch}" for number in range(newest, 4, -1)]
    platforms += [f"manylinux2014_{arch}", f"linux_{arch}"]
    yield from cpython_tags((3, minor), platforms=platforms)
    yield from compatible_tags((3, minor), f"cp3{minor}", platforms)


def _wheels(folder: Path, tags: set[Tag]) -> dict[tuple[str, str], Path]:
    """The wheels that fit, by name and version."""
    found = {}
    for path in sorted(folder.glob("*.whl")):
        name, version, _, own = parse_wheel_filename(path.name)
        if own & tags:
            found[str(canonicalize_name(name)), str(version)] = path
    return found


def _line(pin: Pin, wheel: Path) -> str:
    digest = sha256(wheel.read_bytes()).hexdigest()
    if digest not in pin.hashes and pin.name not in BUILT:
        raise WheelsError(
            f"{wheel} differs from what is locked in requirements/: expected one of "
            f"{len(pin.hashes)} hashes, got {digest}; download it again"
        )
    return f"{pin.name}=={pin.version} \\\n    --hash=sha256:{digest}\n"
