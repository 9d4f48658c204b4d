"""How release files are named, and which of several is the newest for a machine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from minigam.errors import UpdateError, shortened

_NUMBER = r"\d{1,6}\.\d{1,6}\.\d{1,6}"
_VERSION = re.compile(_NUMBER, re.ASCII)
_NAME = re.compile(
    rf"minigam-(?P<version>{_NUMBER})(?:-(?P<machine>[a-z0-9_]{{1,20}}-cp3\d{{1,3}}))?\.tar",
    re.ASCII,
)
SIGNATURE = ".minisig"
"""What the name of a file's signature ends with, after the file's own name."""
SUMS = "SHA256SUMS"
"""The file beside releases that lists them; a web server need not list its folders."""


def version_of(text: str) -> tuple[int, ...]:
    """A version's three numbers, to compare. Raises `UpdateError` for another text.

    >>> version_of("0.10.0") > version_of("0.9.1")
    True
    """
    if not _VERSION.fullmatch(text):
        raise UpdateError(shortened(f"expected a version such as 0.2.0, got {text!r}"))
    return tuple(int(number) for number in text.split("."))


def number_of(installed: str) -> str:
    """The number in an installed version's name, which may have a commit after it.

    >>> number_of("0.1.0-f7412ba"), number_of("0.2.0")
    ('0.1.0', '0.2.0')
    """
    return installed.partition("-")[0]


@dataclass(frozen=True)
class Release:
    """What a release file's name says.

    >>> Release("0.2.0").name, Release("0.2.0", "aarch64-cp313").name
    ('minigam-0.2.0.tar', 'minigam-0.2.0-aarch64-cp313.tar')
    """

    version: str
    """Such as `0.2.0`."""
    machine: str = ""
    """For which machine it carries its packages, such as `aarch64-cp313`; empty: none, for all."""

    @property
    def name(self) -> str:
        """The file's name."""
        machine = f"-{self.machine}" if self.machine else ""
        return f"minigam-{self.version}{machine}.tar"

    @property
    def folder(self) -> str:
        """The one folder in it."""
        return f"minigam-{self.version}"

    @property
    def comment(self) -> str:
        """The trusted comment of its signature: the signature of another file has another."""
        return f"minigam {self.version} {self.name}"


def parse_name(name: str) -> Release | None:
    """What a file's name says; None for one that is no release file's.

    >>> parse_name("minigam-0.2.0-aarch64-cp313.tar")
    Release(version='0.2.0', machine='aarch64-cp313')
    >>> parse_name("minigam-0.2.0.tar.gz")
    """
    found = _NAME.fullmatch(name)
    return Release(found["version"], found["machine"] or "") if found else None


def newest(names: Iterable[str], machine: str) -> Release | None:
    """The newest release for a machine among files of these names.

    Of the same version, the one that carries the machine's packages.

    >>> newest(["minigam-0.9.0.tar", "minigam-0.10.0.tar", "notes.txt"], "aarch64-cp313")
    Release(version='0.10.0', machine='')
    """
    known = (parse_name(name) for name in names)
    fitting = [each for each in known if each and each.machine in ("", machine)]
    return max(fitting, key=_age, default=None)


def _age(release: Release) -> tuple[tuple[int, ...], str]:
    return version_of(release.version), release.machine
