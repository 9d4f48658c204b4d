"""Identifies each visitor, and rejects requests that it may not make.

A request must name this machine, and come from this origin if it names one, and from this page if
the browser says so: other sites' pages are kept out, also where they only look
(https://owasp.org/www-community/attacks/DNS_Rebinding, https://www.w3.org/TR/fetch-metadata/). What
it may do then is in `web.access`.
"""

import asyncio
from collections.abc import Iterable
from hmac import compare_digest
from ipaddress import ip_address

from aiohttp import HttpVersion11, web

from minigam.errors import RequestError
from minigam.http_policy import OURSELVES, POLICY, host_name, whose
from minigam.pairing.ceremony import TooOftenError
from minigam.pairing.phone_sessions import PhoneSession
from minigam.pairing.phones import Phones
from minigam.token_bucket import RateLimiter, TokenBucket
from minigam.web.access import Permission, Principal, is_allowed, required_permission
from minigam.web.connections import HERE, Connections, end_of
from minigam.web.local_peers import End
from minigam.web.rate_limits import PHONE, READER, STRANGER
from minigam.web.requests import (
    UNTIL_HEADER,
    ForeignPageError,
    Handler,
    WatchingError,
    handled,
    need_time,
    refusal,
    refused,
)
from minigam.words import Words

HOSTS = frozenset({"localhost", *HERE})
PASSED_ON = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")
"""Who asks through another program is not here, though that program is."""


async def with_policy(_request: web.Request, response: web.StreamResponse) -> None:
    """The page's policy on every answer that has none of its own."""
    for name, value in POLICY.items():
        response.headers.setdefault(name, value)


KEY_HEADER = "X-Minigam-Key"
"""In what the board's own page asks for: the key that this page alone could read."""
BROWSER = ("Origin", "Sec-Fetch-Site")
"""What browsers say with each request that changes something, and scripts do not."""
BODY_SECONDS = 5.0
"""How long a request from elsewhere may take to come in."""
WHY_NOT = {
    Principal.WATCHING: Words(
        "You are watching: pair this phone at the board before it may do that."
    ),
    Principal.PAIRED: Words(
        "That is for the board's own page, or for its owner at the command line."
    ),
}
"""What is not for everybody, and what to do."""
NO_KEY = Words("This page was loaded from elsewhere, or is out of date: load it again.")


class AccessMiddleware:
    """Checks every request: host, origin, visitor and, for guests, how often."""

    def __init__(
        self, names: Iterable[str], phones: Phones | None, connections: Connections, key: str
    ) -> None:
        """`names`: what others may call this machine, beside the address they have reached.

        `key`: of the board's own page, which gets it with `GET /api/me`.
        """
        self._names = HOSTS | {name.lower() for name in names}
        self._phones = phones
        self._connections = connections
        self._key = key
        self._limits = RateLimiter()

    @web.middleware
    async def admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Only what this visitor may do; every error as JSON."""
        stopped = self._foreign(request)
        if stopped is not None:
            return stopped
        try:
            self.check(request)
        except RequestError as fault:
            return refused(fault, request)
        if self.visitor(request) is not Principal.HERE:
            stopped = self._stopped(request)
            handler = self._once_whole(handler)
        return await handled(request, handler) if stopped is None else stopped

    def check(self, request: web.Request) -> None:
        """Raise `WatchingError` for what this visitor may not do, or no more.

        Raises `ForeignPageError` where a browser on this machine shows another page than ours, and
        `LateError` where the time is over in which the request may be done.
        """
        visitor, act = self.visitor(request), required_permission(request.method, request.path)
        if request.match_info.http_exception is not None:
            return
        if not is_allowed(visitor, act):
            raise WatchingError(WHY_NOT[visitor])
        if (
            visitor is Principal.HERE
            and act is not Permission.LOOK
            and not self._is_our_page(request)
        ):
            raise ForeignPageError(NO_KEY)
        need_time(request.headers.get(UNTIL_HEADER), asyncio.get_running_loop().time())

    def _is_our_page(self, request: web.Request) -> bool:
        """Whether a request of a browser has the key of this page; scripts need none."""
        if not any(name in request.headers for name in BROWSER):
            return True
        return compare_digest(request.headers.get(KEY_HEADER, ""), self._key)

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

    def visitor(self, request: web.Request) -> Principal:
        """Who asks."""
        if self._is_here(request):
            return Principal.HERE
        return Principal.PAIRED if self.session(request) else Principal.WATCHING

    def _is_here(self, request: web.Request) -> bool:
        """From this machine's own user, to this machine by that name, and through nobody else.

        Some proxies say nothing of themselves, but talk as of old, or run as another user.
        """
        return (
            request.transport is not None
            and host_name(request.headers["Host"]) in HOSTS
            and request.version >= HttpVersion11
            and not _is_passed_on(request)
            and self._connections.is_own(request.transport)
        )

    def session(self, request: web.Request) -> PhoneSession | None:
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

    def _pace(self, request: web.Request) -> tuple[str, TokenBucket]:
        """For whom a request is counted, and how often it may come."""
        who = whose(str(request.remote))
        if request.method != "POST":
            return f"reader {who}", READER
        session = self.session(request)
        return (f"phone {session.number}", PHONE) if session else (who, STRANGER)

    def _foreign(self, request: web.Request) -> web.Response | None:
        host = host_name(request.headers.get("Host", ""))
        if host not in self._names and not _is_reached(request, host):
            return refusal(403, "foreign-host", f"expected this machine as the host, got {host!r}")
        origin = request.headers.get("Origin")
        if origin is not None and origin not in _origins(request):
            message = f"expected this page's origin, got {origin!r}"
            return refusal(403, "foreign-origin", message)
        site = request.headers.get("Sec-Fetch-Site", OURSELVES[0])
        if site not in OURSELVES and not _follows_a_link(request):
            message = f"expected a request of this page, got one of another: {site}"
            return refusal(403, "foreign-origin", message)
        return None


def _follows_a_link(request: web.Request) -> bool:
    """Whether somebody comes to the page itself from another."""
    mode, goal = request.headers.get("Sec-Fetch-Mode"), request.headers.get("Sec-Fetch-Dest")
    return (request.method, request.path, mode, goal) == ("GET", "/", "navigate", "document")


def _is_reached(request: web.Request, host: str | None) -> bool:
    """Whether the host is the very address that was reached: no name can be made to point there."""
    try:
        return host is not None and ip_address(host) == ip_address(_own_end(request).address)
    except ValueError:
        return False


def _origins(request: web.Request) -> tuple[str, ...]:
    """This page's; what ends TLS before us has said https to the browser."""
    schemes = ("http", "https") if _is_passed_on(request) else ("http",)
    return tuple(f"{scheme}://{request.headers['Host']}" for scheme in schemes)


def _own_end(request: web.Request) -> End:
    return end_of(request.transport, "sockname") if request.transport else End("", 0)


def _is_passed_on(request: web.Request) -> bool:
    return any(name in request.headers for name in PASSED_ON)


def cookie_name(request: web.Request) -> str:
    """Where a phone keeps its token: browsers do not tell apart the ports of a machine."""
    return f"minigam-{_own_end(request).port}"


def is_secure(request: web.Request) -> bool:
    """Whether the browser speaks TLS with whatever stands before us."""
    return request.headers.get("Origin", "").startswith("https://")
