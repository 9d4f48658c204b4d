"""Release files as the tests need them, signed by real keys, and damaged in every way."""

import io
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from minigam.update.names import Release

CONTENT = ("controller", "firmware", "hardware", "requirements", "systemd", "pyproject.toml")
Files = dict[str, bytes]
"""What is in a release, by the name in the archive."""


def content_of(folder: Path) -> str:
    """What `systemd/install.sh` hashes of a tree: the output of `sha256sum` for its files."""
    names = sorted(
        path.relative_to(folder).as_posix().encode()
        for top in CONTENT
        for path in (folder / top, *(folder / top).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    )
    lines = (
        sha256((folder / name.decode()).read_bytes()).hexdigest().encode() + b"  " + name + b"\n"
        for name in names
    )
    return sha256(b"".join(lines)).hexdigest()[:10]


def files_of(tree: Path, version: str) -> Files:
    """A tree's files, as a release of that version has them."""
    files = {
        f"minigam-{version}/{path.relative_to(tree).as_posix()}": path.read_bytes()
        for path in sorted(tree.rglob("*"))
        if path.is_file()
    }
    files[f"minigam-{version}/RELEASE"] = content_of(tree).encode()
    return files


def members(files: Mapping[str, bytes]) -> Iterator[tuple[tarfile.TarInfo, bytes]]:
    for name, body in files.items():
        member = tarfile.TarInfo(name)
        member.size, member.mode = len(body), 0o755
        yield member, body


def tar(files: Mapping[str, bytes], *others: tarfile.TarInfo) -> bytes:
    """An archive of files, and of members without content."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for member, body in members(files):
            archive.addfile(member, io.BytesIO(body))
        for member in others:
            archive.addfile(member)
    return packed.getvalue()


def member(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    """Something else than a file."""
    found = tarfile.TarInfo(name)
    found.type, found.linkname = kind, target
    return found


@dataclass(frozen=True)
class Keys:
    """A pair of minisign's keys, without a password."""

    folder: Path

    @property
    def public(self) -> Path:
        return self.folder / "release.pub"

    def sign(self, file: Path, comment: str | None = None) -> None:
        """Sign a file, with the comment of a release or another one."""
        asked = f"minigam {version_in(file)} {file.name}" if comment is None else comment
        minisign("-S", "-s", self.folder / "release.key", "-t", asked, "-m", file)


def version_in(file: Path) -> str:
    return file.name.removesuffix(".tar").split("-")[1]


def keys_in(folder: Path) -> Keys:
    """New keys in a folder."""
    folder.mkdir(parents=True)
    minisign("-G", "-W", "-p", folder / "release.pub", "-s", folder / "release.key")
    return Keys(folder)


def minisign(*words: str | Path) -> None:
    subprocess.run(
        ["minisign", *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, check=True
    )


RELEASE = Release("2.0.0")
