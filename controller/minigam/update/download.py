"""Downloads small lists and release files by HTTP; what comes is not trusted."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import BinaryIO, TypeVar
from urllib.parse import urlsplit

from minigam.errors import UpdateUnavailableError, shortened

ANSWER_SECONDS = 30.0
"""Without a byte."""
LIST_SECONDS, FILE_SECONDS = 60.0, 1800.0
"""For the whole of a small text, and of a file; one who sends a byte now and then is left."""
MOST_LIST = 2**16
PART = 2**16
SCHEMES = ("http", "https")
Found = TypeVar("Found")
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
    return _within(LIST_SECONDS, address, partial(_lines, address))


def _lines(address: str) -> list[str]:
    answer = _open(address)
    if answer is None:
        raise UpdateUnavailableError(f"expected a list of releases, found no {address}")
    with answer:
        return _read(answer, MOST_LIST, address).decode("utf-8", "replace").splitlines()


def download(address: str, file: Path, most: int) -> bool:
    """Write what is at an address into a new file, at most so many bytes; False for nothing there.

    Raises `UpdateUnavailableError` where that fails, or where more comes.
    """
    return _within(FILE_SECONDS, address, partial(_download, address, file, most))


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


def _within(seconds: float, address: str, what: Callable[[], Found]) -> Found:
    """What comes of asking a server, in time; raise `UpdateUnavailableError` where it takes longer.

    The time limits of sockets are for each piece that comes, so the whole is left to a thread,
    which ends with this program.
    """
    answers: Queue[Found | Exception] = Queue()

    def ask() -> None:
        try:
            answers.put(what())
        except Exception as fault:
            answers.put(fault)

    Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise UpdateUnavailableError(
            shortened(f"{address} took longer than {seconds:.0f} s; try again later")
        ) from None
    if isinstance(answer, Exception):
        raise answer
    return answer


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
