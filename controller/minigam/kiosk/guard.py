"""Who may ask: a request must name this host, and come from this origin if it names one.

So other sites' pages are kept out (https://owasp.org/www-community/attacks/DNS_Rebinding).
"""

from __future__ import annotations

from urllib.parse import urlsplit

from aiohttp import web

from minigam.kiosk.requests import Handler, handled, refusal

HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
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


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Only this host's own pages; every error as JSON."""
    refused = _foreign(request)
    return await handled(request, handler) if refused is None else refused


async def with_policy(_request: web.Request, response: web.StreamResponse) -> None:
    """The page's policy on every answer that has none of its own."""
    for name, value in POLICY.items():
        response.headers.setdefault(name, value)


def _foreign(request: web.Request) -> web.Response | None:
    host = _host_name(request.headers.get("Host", ""))
    if host not in HOSTS:
        return refusal(403, "foreign-host", f"expected this machine as the host, got {host!r}")
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{request.headers['Host']}":
        return refusal(403, "foreign-origin", f"expected this page's origin, got {origin!r}")
    return None


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
