"""Runs minigam's web servers: what all of them refuse before any page is asked."""

import logging
from typing import Any

from aiohttp import web

from minigam.http_policy import POLICY

library_log = logging.getLogger(f"{__name__}.library")
"""aiohttp's own words on torn requests: who sent them has had an answer, and our log needs none."""
library_log.setLevel(logging.CRITICAL)


class Runner(web.AppRunner):
    """Serves an application, which never sees a request with other letters than ASCII in a header.

    Nothing that is looked for in a header has any, and many a library stumbles there (RFC 9110,
    5.5): aiohttp over `Expect`, of which it makes an answer before any middleware is asked.
    """

    def __init__(self, app: web.Application, **options: Any) -> None:
        """Nothing of requests is logged. `options`: see `aiohttp.web.AppRunner`."""
        super().__init__(app, access_log=None, logger=library_log, **options)

    async def setup(self) -> None:
        """See `aiohttp.web.BaseRunner`."""
        await super().setup()
        assert self.server is not None
        answer = self.server.request_handler

        async def checked(request: web.BaseRequest) -> web.StreamResponse:
            refused = _garbled(request)
            return await answer(request) if refused is None else refused

        self.server.request_handler = checked


def _garbled(request: web.BaseRequest) -> web.Response | None:
    for name, value in request.raw_headers:
        if not (name.isascii() and value.isascii()):
            got = name.decode("ascii", "backslashreplace")
            text = f"expected ASCII in every header, not so: {got}"
            body = {"ok": False, "error": {"code": "bad-request", "message": text}}
            return web.json_response(body, status=400, headers=POLICY)
    return None
