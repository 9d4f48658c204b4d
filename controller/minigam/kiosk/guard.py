"""Who asks, and whether they may: before any request is looked at.

A request must name this machine, and come from this origin if it names one: so other sites' pages
are kept out (https://owasp.org/www-community/attacks/DNS_Rebinding). What it may do then is in
`kiosk.access`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from aiohttp import HttpVersion11, web

from minigam.errors import RequestError
from minigam.kiosk.access import Visitor, act_of, may
from minigam.kiosk.limits import PHONE, READER, STRANGER, Limits, Pace, is_loopback, whose
from minigam.kiosk.ports import Phones
from minigam.kiosk.requests import Handler, TooOftenError, WatchingError, handled, refusal, refused
from minigam.kiosk.sessions import Session
from minigam.words import Words

HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
PASSED_ON = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")
"""Who asks through another program is not here, though that program is."""
POLICY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self'; frame-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


async def with_policy(_request: web.Request, response: web.StreamResponse) -> None:
    """The page's policy on every answer that has none of its own."""
    for name, value in POLICY.items():
        response.headers.setdefault(name, value)


BODY_SECONDS = 5.0
"""How long a request from elsewhere may take to come in."""
WHY_NOT = {
    Visitor.WATCHING: Words(
        "You are watching: pair this phone at the board before it may do that."
    ),
    Visitor.PAIRED: Words(
        "That is for the board's own page, or for its owner at the command line."
    ),
}
"""What is not for everybody, and what to do."""


class Guard:
    """Stands before every route."""

    def __init__(self, names: Iterable[str], phones: Phones | None) -> None:
        """`names`: what others may call this machine, beside the address they have reached."""
        self._names = HOSTS | {name.lower() for name in names}
        self._phones = phones
        self._limits = Limits()

    @web.middleware
    async def admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Only what this visitor may do; every error as JSON."""
        stopped = self._foreign(request)
        if stopped is not None:
            return stopped
        try:
            self.check(request)
        except WatchingError as fault:
            return refused(fault, request)
        if self.visitor(request) is not Visitor.HERE:
            stopped = self._stopped(request)
            handler = self._once_whole(handler)
        return await handled(request, handler) if stopped is None else stopped

    def check(self, request: web.Request) -> None:
        """Raise `WatchingError` for what this visitor may not do, or no more."""
        visitor, act = self.visitor(request), act_of(request.method, request.path)
        if request.match_info.http_exception is None and not may(visitor, act):
            raise WatchingError(WHY_NOT[visitor])

    def _once_whole(self, handler: Handler) -> Handler:
        """A session may end while a request trickles in: then it is asked again who that is."""

        async def whole(request: web.Request) -> web.StreamResponse:
            try:
                async with asyncio.timeout(BODY_SECONDS):
                    await request.read()
            except TimeoutError:
                raise RequestError(f"expected the whole request in {BODY_SECONDS:g} s") from None
            self.check(request)
            return await handler(request)

        return whole

    def visitor(self, request: web.Request) -> Visitor:
        """Who asks."""
        if _is_here(request):
            return Visitor.HERE
        return Visitor.PAIRED if self.session(request) else Visitor.WATCHING

    def session(self, request: web.Request) -> Session | None:
        """The session of who asks, where there is one."""
        token = request.cookies.get(cookie_name(request))
        return self._phones.session(token) if token and self._phones else None

    def _stopped(self, request: web.Request) -> web.Response | None:
        """Why a request from elsewhere is refused: it comes from nowhere, or too soon."""
        if request.method == "POST" and "Origin" not in request.headers:
            return refusal(403, "foreign-origin", "expected the header Origin, got none")
        wait = self._limits.wait(*self._pace(request), asyncio.get_running_loop().time())
        if not wait:
            return None
        return refused(TooOftenError(Words("That is too often: wait a moment."), wait), request)

    def _pace(self, request: web.Request) -> tuple[str, Pace]:
        """For whom a request is counted, and how often it may come."""
        who = whose(str(request.remote))
        if request.method != "POST":
            return f"reader {who}", READER
        session = self.session(request)
        return (f"phone {session.number}", PHONE) if session else (who, STRANGER)

    def _foreign(self, request: web.Request) -> web.Response | None:
        host = _host_name(request.headers.get("Host", ""))
        if host not in self._names and not _is_reached(request, host):
            return refusal(403, "foreign-host", f"expected this machine as the host, got {host!r}")
        origin = request.headers.get("Origin")
        if origin is not None and origin not in _origins(request):
            message = f"expected this page's origin, got {origin!r}"
            return refusal(403, "foreign-origin", message)
        return None


def _is_here(request: web.Request) -> bool:
    """From this machine, to this machine by that name, and through nobody else.

    Some proxies say nothing of themselves, but talk as of old.
    """
    return (
        is_loopback(_end(request, "peername"))
        and _end(request, "sockname") in HOSTS
        and _host_name(request.headers["Host"]) in HOSTS
        and request.version >= HttpVersion11
        and not _is_passed_on(request)
    )


def _is_reached(request: web.Request, host: str | None) -> bool:
    """Whether the host is the very address that was reached: no name can be made to point there."""
    try:
        return host is not None and ip_address(host) == ip_address(_end(request, "sockname"))
    except ValueError:
        return False


def _origins(request: web.Request) -> tuple[str, ...]:
    """This page's; what ends TLS before us has said https to the browser."""
    schemes = ("http", "https") if _is_passed_on(request) else ("http",)
    return tuple(f"{scheme}://{request.headers['Host']}" for scheme in schemes)


def _is_passed_on(request: web.Request) -> bool:
    return any(name in request.headers for name in PASSED_ON)


def cookie_name(request: web.Request) -> str:
    """Where a phone keeps its token: browsers do not tell apart the ports of a machine."""
    return f"minigam-{_at(request, 'sockname')[1]}"


def is_secure(request: web.Request) -> bool:
    """Whether the browser speaks TLS with whatever stands before us."""
    return request.headers.get("Origin", "").startswith("https://")


def _at(request: web.Request, end: str) -> tuple[Any, ...]:
    found = request.transport.get_extra_info(end) if request.transport else None
    return found or ("", 0)


def _end(request: web.Request, end: str) -> str:
    """The address at one end of the connection, without the network card's name."""
    return str(_at(request, end)[0]).partition("%")[0]


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
