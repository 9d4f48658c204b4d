"""Keeps requests of other pages out, and answers every error as JSON."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import ip_address

from aiohttp import web

from minigam.errors import ClubStoreError, MinigamError
from minigam.http_policy import OURSELVES, POLICY, host_name

log = logging.getLogger(__name__)

HERE = ("localhost", "127.0.0.1", "::1")
PAGES = ("/", "/director")
"""What may be opened by a link on another page."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Guard:
    """A middleware: the request must name this machine, and come from our own pages.

    Else pages of other sites could ask for what is here, by names that point here
    (https://owasp.org/www-community/attacks/DNS_Rebinding).
    """

    def __init__(self, names: Iterable[str]) -> None:
        """`names`: what others may call this machine."""
        self._names = {*HERE, *(name.lower() for name in names)}

    @web.middleware
    async def admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Only requests of our own pages, and of scripts; every error as JSON."""
        if why := self.foreign(request):
            return refusal(403, "foreign-origin", why)
        try:
            return await handler(request)
        except ClubStoreError as fault:
            return refusal(503, fault.code, str(fault))
        except MinigamError as fault:
            return refusal(400, fault.code, str(fault))
        except web.HTTPException as answer:
            if answer.status < 400:
                raise
            return refusal(answer.status, "http", answer.reason)
        except (ConnectionError, TimeoutError):
            raise
        except Exception:  # a bug in an answer must not end the evening
            log.exception("an answer has failed: %s %s", request.method, request.path)
            return refusal(500, "internal", "this is a bug in minigam: the log has more")

    def foreign(self, request: web.Request) -> str:
        """Why a request comes from elsewhere; empty: it does not."""
        host = host_name(request.headers.get("Host", ""))
        if host not in self._names and not _is_reached(request, host):
            return f"expected this machine as the host, got {host!r}"
        origin = request.headers.get("Origin")
        own = {f"{scheme}://{request.headers['Host']}" for scheme in ("http", "https")}
        if origin is not None and origin not in own:
            return f"expected this page's origin, got {origin!r}"
        site = request.headers.get("Sec-Fetch-Site", OURSELVES[0])
        if site not in OURSELVES and not _follows_a_link(request):
            return f"expected a request of this page, got one of another: {site}"
        return ""


def _is_reached(request: web.Request, host: str | None) -> bool:
    """Whether the host is the very address that was reached: no name can be made to point there."""
    own = request.transport.get_extra_info("sockname") if request.transport else None
    if own is None or host is None:
        return False
    try:
        return ip_address(host) == ip_address(own[0])
    except ValueError:
        return False


def _follows_a_link(request: web.Request) -> bool:
    mode, goal = request.headers.get("Sec-Fetch-Mode"), request.headers.get("Sec-Fetch-Dest")
    is_page = request.method == "GET" and request.path in PAGES
    return is_page and (mode, goal) == ("navigate", "document")


def refusal(status: int, code: str, message: str) -> web.Response:
    """An error as the pages and scripts read it."""
    error = {"code": code, "message": message}
    return web.json_response({"ok": False, "error": error}, status=status)


async def with_policy(_request: web.Request, response: web.StreamResponse) -> None:
    """The policy of all of minigam's pages on every answer."""
    for name, value in POLICY.items():
        response.headers.setdefault(name, value)
