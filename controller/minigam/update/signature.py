"""Verifies signatures, by Debian's `minisign`: https://jedisct1.github.io/minisign/."""

import base64
import binascii
import subprocess
from pathlib import Path

from minigam.errors import ProgramError, UpdateError
from minigam.update.names import SIGNATURE, Release

PROGRAM = "minisign"
MOST_BYTES = 4096
"""Of a signature, and of a key."""
_ID = slice(2, 10)
"""Where both have the key's id, after the name of the algorithm."""
_SIZES = {"key": 42, "signature": 74}
"""Bytes of the line that holds it."""


def verify(file: Path, release: Release, key: Path) -> None:
    """Check the signature beside a file, before anything of the file is used.

    `key`: the public key that is trusted. Raises `UpdateError` where the file is not signed, or
    not by this key, or was changed, or where the signature is of another file or version;
    `ProgramError` where minisign is missing.
    """
    signature = file.with_name(file.name + SIGNATURE)
    signed_by, trusted = key_id(signature, "signature"), key_id(key, "key")
    if signed_by != trusted:
        raise UpdateError(
            f"{release.name} is signed with another key: expected {trusted}, got {signed_by}; "
            "take a release of the maintainers whose key you trust"
        )
    comment = _trusted_comment(file, signature, key)
    if comment is None:
        raise UpdateError(
            f"{release.name} does not fit its signature: it was damaged or changed; "
            "copy or download it again"
        )
    if comment != release.comment:
        raise UpdateError(
            f"the signature beside {release.name} is of another file: expected "
            f"{release.comment!r}, got {comment!r}; copy the file that belongs to it"
        )


def _trusted_comment(file: Path, signature: Path, key: Path) -> str | None:
    """The signature's comment, which is signed too; None where file or comment do not fit it."""
    words = [PROGRAM, "-V", "-H", "-Q", "-x", *map(str, (signature, "-p", key, "-m", file))]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise ProgramError(f"{PROGRAM} is not installed: sudo apt install {PROGRAM}") from None
    return done.stdout.removesuffix("\n") if done.returncode == 0 else None


def key_id(file: Path, kind: str) -> str:
    """The id of the key in a file, in hex; `kind`: whether it is a `signature` or a `key`.

    Raises `UpdateError` where the file is neither.
    """
    try:
        with file.open("rb") as source:
            lines = source.read(MOST_BYTES).decode("utf-8", "replace").splitlines()
        packed = base64.b64decode(lines[1], validate=True)
    except (IndexError, binascii.Error, ValueError):
        packed = b""
    if len(packed) != _SIZES[kind]:
        raise UpdateError(
            f"expected a {kind} of {PROGRAM} in {file.name}, found none: copy the file again"
        )
    return packed[_ID][::-1].hex().upper()
