"""Downloads small lists and release files by HTTP; what comes is not trusted."""

from __future__ import annotations

import http.client
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO
from urllib.parse import urlsplit

from minigam.errors import UpdateUnavailableError, shortened

ANSWER_SECONDS = 30.0
"""Without a byte."""
LIST_SECONDS, FILE_SECONDS = 60.0, 1800.0
"""For the whole of a small text, and of a file; one who sends a byte now and then is left."""
MOST_LIST = 2**16
PART = 2**16
SCHEMES = ("http", "https")
DONE, FAILED, NOTHING = 0, 1, 4
"""Exit statuses of this module as a program."""
GONE = (404, 410)
_HANDLERS = (
    urllib.request.ProxyHandler,
    urllib.request.HTTPHandler,
    urllib.request.HTTPSHandler,
    urllib.request.HTTPDefaultErrorHandler,
    urllib.request.HTTPRedirectHandler,
    urllib.request.HTTPErrorProcessor,
)
"""Those of urllib but for files and FTP."""


def is_address(text: str) -> bool:
    """Whether this is an address of a web server.

    >>> is_address("https://example.org/minigam/"), is_address("file:///etc/passwd")
    (True, False)
    """
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in SCHEMES and bool(parts.netloc)


def lines_at(address: str) -> list[str]:
    """The lines of a small text; raise `UpdateUnavailableError` where there is none."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "list"
        if not _fetch(address, file, MOST_LIST, LIST_SECONDS):
            raise UpdateUnavailableError(f"expected a list of releases, found no {address}")
        return file.read_text("utf-8", "replace").splitlines()


def download(address: str, file: Path, most: int) -> bool:
    """Write what is at an address into a new file, at most so many bytes; False for nothing there.

    Raises `UpdateUnavailableError` where that fails, or where more comes.
    """
    return _fetch(address, file, most, FILE_SECONDS)


def _fetch(address: str, file: Path, most: int, seconds: float) -> bool:
    """The same by a program of its own, which is ended when it takes longer than that.

    The time limits of sockets are for each piece that comes, and so limit nothing. `-P`: what lies
    in the folder where somebody calls this as root is not run.
    """
    command = [sys.executable, "-P", "-m", "minigam.update.download", address, str(file), str(most)]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise UpdateUnavailableError(
            shortened(f"{address} took longer than {seconds:.0f} s; try again later")
        ) from None
    if done.returncode in (DONE, NOTHING):
        return done.returncode == DONE
    said = done.stderr.decode("utf-8", "replace").strip()
    raise UpdateUnavailableError(said.rpartition("\n")[2] or f"{address} cannot be read")


def main(address: str, file: str, most: str) -> int:
    """Write what is at an address into a file; the program's exit status."""
    try:
        return DONE if _download(address, Path(file), int(most)) else NOTHING
    except UpdateUnavailableError as fault:
        sys.stderr.write(f"{fault}\n")
        return FAILED


def _download(address: str, file: Path, most: int) -> bool:
    answer = _open(address)
    if answer is None:
        return False
    with answer, file.open("xb") as target:
        left = most
        while part := _read(answer, PART, address):
            if (left := left - len(part)) < 0:
                raise UpdateUnavailableError(
                    f"{address} is larger than the {most} bytes that there is room for"
                )
            target.write(part)
    return True


def _open(address: str) -> BinaryIO | None:
    """The answer; None where nothing is there. A redirection leads to no other kind of address."""
    opener = urllib.request.OpenerDirector()
    for handler in _HANDLERS:
        opener.add_handler(handler())
    try:
        answer: BinaryIO | None = opener.open(address, timeout=ANSWER_SECONDS)
    except urllib.error.HTTPError as fault:
        fault.close()
        if fault.code in GONE:
            return None
        raise _failed(address, fault) from None
    except (OSError, ValueError, http.client.HTTPException) as fault:
        raise _failed(address, fault) from None
    if answer is None:  # for what no handler is there
        raise UpdateUnavailableError(shortened(f"expected http or https, got {address}"))
    return answer


def _read(answer: BinaryIO, most: int, address: str) -> bytes:
    try:
        return answer.read(most)
    except (OSError, http.client.HTTPException) as fault:
        raise _failed(address, fault) from None


def _failed(address: str, fault: Exception) -> UpdateUnavailableError:
    why = getattr(fault, "reason", None) or fault
    return UpdateUnavailableError(shortened(f"{address} gave no answer: {why}; try again later"))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
