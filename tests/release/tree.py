"""The tree of a release: what the sdist has, and a file that says what it was made of."""

import io
import tarfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath

CONTENT = ("controller", "firmware", "hardware", "requirements", "systemd")
"""What `content` of systemd/install.sh hashes, with pyproject.toml."""
RUNS = b"#!"
Tree = dict[str, bytes]
"""The files' contents, by their names in the archive."""


def tree_of(sdist: Path, version: str) -> Tree:
    """The files of an sdist, and `RELEASE`, by which the installer names the version."""
    tree = {}
    with tarfile.open(sdist) as archive:
        for member in archive:
            source = archive.extractfile(member)
            if source is None:
                raise ValueError(f"expected plain files in {sdist.name}, got {member.name}")
            tree[member.name] = source.read()
    top = f"minigam-{version}"
    if any(PurePosixPath(name).parts[0] != top for name in tree):
        raise ValueError(f"expected one folder {top} in {sdist.name}")
    own = {name.removeprefix(f"{top}/"): body for name, body in tree.items()}
    return {**tree, f"{top}/RELEASE": f"{content(own)}\n".encode("ascii")}


def content(files: Mapping[str, bytes]) -> str:
    """A hash of all files that an installation is made of, as systemd/install.sh computes it."""
    names = sorted(
        name.encode()
        for name in files
        if name == "pyproject.toml" or PurePosixPath(name).parts[0] in CONTENT
    )
    lines = (sha256(files[name.decode()]).hexdigest().encode() + b"  " + name for name in names)
    return sha256(b"".join(line + b"\n" for line in lines)).hexdigest()[:10]


def pack(files: Mapping[str, bytes], seconds: int) -> bytes:
    """A tar archive of files in the order of their names, each of that time and of nobody."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(files):
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(files[name]), seconds
            member.mode = 0o755 if files[name].startswith(RUNS) else 0o644
            archive.addfile(member, io.BytesIO(files[name]))
    return packed.getvalue()
