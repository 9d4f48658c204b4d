"""What requests say, and how one is refused: always as JSON, with a code and a sentence."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from math import ceil, inf, isfinite
from typing import Any

from aiohttp import web

from minigam.errors import CardError, MinigamError, RequestError, UnknownNameError, shortened
from minigam.json_text import parse_json
from minigam.pairing.ceremony import PairingError, TooOftenError, WrongCodeError
from minigam.table.playing_on import PlayOnError
from minigam.validation import Kind
from minigam.web.language import Languages
from minigam.words import ENGLISH, Language, Words

log = logging.getLogger(__name__)

MOST_BYTES = 4096
"""A request's largest body."""
LONGEST_NUMBER = 18
UNTIL_HEADER = "X-Minigam-Until"
"""Until when a request may be done: seconds of the daemon's clock, as its heartbeats show it."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
READING: web.AppKey[Callable[[Language], Language]] = web.AppKey("reading")
"""How people at this board read a language: see `interfaces.PageSource.reading`."""


class WrongBoardError(RequestError):
    """A request that this board cannot serve."""

    code = "wrong-board"


class InvitationError(RequestError):
    """A friend's board that cannot be invited or joined now, or no answer that is awaited."""

    code = "cannot-invite"


class LockedError(RequestError):
    """A request that needs the staff's PIN."""

    code = "locked"


class TooManyTriesError(RequestError):
    """One more guess at the PIN, too soon."""

    code = "too-many-tries"


class WatchingError(RequestError):
    """A request that is not for this visitor."""

    code = "watching"


class ForeignPageError(RequestError):
    """A request of a browser on this machine that does not come from the board's own page."""

    code = "foreign-page"


class LateError(RequestError):
    """A request that nobody waits for any more."""

    code = "too-late"


class FullError(RequestError):
    """One listener too many."""

    code = "full"


def need_time(until: str | None, now: float) -> None:
    """Check what a request says in `UNTIL_HEADER`, if it says anything.

    Raises `LateError` where that time is over, and `RequestError` where it is none.

    >>> need_time("60.5", now=60.4), need_time(None, now=60.4)
    (None, None)
    >>> need_time("60.5", now=60.6)
    Traceback (most recent call last):
    minigam.web.requests.LateError: That came too late and did nothing: look at the board first.
    """
    if until is None:
        return
    try:
        end = float(until)
    except ValueError:
        end = inf
    if not isfinite(end):
        raise RequestError(shortened(f"{UNTIL_HEADER}: expected seconds, got {until!r}"))
    if now > end:
        raise LateError(Words("That came too late and did nothing: look at the board first."))


async def body_of(request: web.Request, form: Mapping[str, Kind]) -> dict[str, Any]:
    """A JSON body of exactly these fields; raise `RequestError` for anything else."""
    body = await _json_of(request)
    if not isinstance(body, dict) or body.keys() != form.keys():
        raise RequestError(shortened(f"expected an object with {', '.join(form)}, got {body!r}"))
    for name, kind in form.items():
        if not kind.fits(body[name]):
            text = f"{name}: expected {kind.expected}, got {body[name]!r}"
            raise RequestError(shortened(text))
    return body


async def object_of(request: web.Request) -> dict[str, Any]:
    """A JSON body that is an object of any fields; raise `RequestError` for anything else."""
    body = await _json_of(request)
    if not isinstance(body, dict):
        raise RequestError(shortened(f"expected an object, got {body!r}"))
    return body


async def _json_of(request: web.Request) -> Any:
    if request.content_type != "application/json":
        kind = request.content_type
        raise RequestError(f"expected Content-Type application/json, got {kind}")
    try:
        return parse_json(await request.read())
    except ValueError as fault:
        raise RequestError(f"expected a JSON body, got an unreadable one: {fault}") from None


async def go_on(request: web.Request) -> None:
    """Answer the header Expect (RFC 9110, 10.1.1); what it may say else is none of ours."""
    if request.headers["Expect"].lower() == "100-continue":
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")


def game_number(text: str | None) -> int | None:
    """The game that was asked for; None for the present one."""
    if text is None:
        return None
    if text.isascii() and text.isdecimal() and len(text) < LONGEST_NUMBER:
        return int(text)
    raise RequestError(shortened(f"game: expected a whole number, got {text!r}"))


def error_json(code: str, message: str) -> dict[str, Any]:
    """A refusal as a JSON value."""
    return {"ok": False, "error": {"code": code, "message": message}}


def refusal(status: int, code: str, message: str) -> web.Response:
    """A refusal as an answer."""
    return web.json_response(error_json(code, message), status=status)


def refused(fault: MinigamError, request: web.Request) -> web.Response:
    """A fault as an answer; in the language that is asked for where it is made of words."""
    (text,) = fault.args if len(fault.args) == 1 else (str(fault),)
    message = language_of(request).say(text) if isinstance(text, Words) else str(fault)
    answer = refusal(status_of(fault), fault.code, message)
    if isinstance(fault, TooOftenError):
        answer.headers["Retry-After"] = str(ceil(fault.seconds))
    return answer


def language_of(request: web.Request) -> Language:
    """The language that a request asks for; English where there is none of that name."""
    try:
        found = Languages().named(request.query.get("lang")).language
    except UnknownNameError:
        found = ENGLISH
    return request.app[READING](found)


def status_of(fault: MinigamError) -> int:
    """The HTTP status of a fault."""
    match fault:
        case WrongBoardError() | PairingError() | PlayOnError() | InvitationError():
            return 409
        case WatchingError() | ForeignPageError() | WrongCodeError() | LockedError():
            return 403
        case TooOftenError() | TooManyTriesError():
            return 429
        case LateError():
            return 412
        case FullError():
            return 503
        case UnknownNameError():
            return 404
        case CardError():
            return 500
    return 400


async def handled(request: web.Request, handler: Handler) -> web.StreamResponse:
    """What the handler answers; every error as JSON."""
    try:
        return await handler(request)
    except MinigamError as fault:
        return refused(fault, request)
    except web.HTTPRequestEntityTooLarge:
        return refusal(413, "too-large", f"expected at most {MOST_BYTES} bytes")
    except web.HTTPMethodNotAllowed as fault:
        allowed = ", ".join(sorted(fault.allowed_methods))
        found = refusal(405, "wrong-method", f"expected {allowed}, got {request.method}")
        found.headers["Allow"] = allowed
        return found
    except web.HTTPNotFound:
        return refusal(404, "not-found", f"there is nothing at {request.path}")
    except (web.HTTPException, ConnectionError):
        raise
    except Exception:
        log.exception("%s %s has failed", request.method, request.path)
        return refusal(500, "internal", "minigam has failed at this request; its log says more")
