"""The captive portal: a small web server in the setup network that leads every phone to its page.

Phones ask known addresses whether they reach the internet (`/generate_204`, `/hotspot-detect.html`,
`/connecttest.txt`, `/ncsi.txt`): any answer but the expected one, as a redirect is, opens the page.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from hmac import compare_digest
from typing import Protocol

from aiohttp import web

from minigam.http_runner import Runner
from minigam.provisioning import page
from minigam.provisioning.choices import Choices, ChoicesError, Field, Offered
from minigam.provisioning.guests import Guests
from minigam.provisioning.interfaces import Found
from minigam.provisioning.setup_network import SetupNetwork, Stage
from minigam.words import Language, Words, accepted_tags

MOST_BYTES = 8192
"""A form's largest body."""
IDLE_SECONDS = 10.0
LAST_SECONDS = 2.0
"""When the setup network ends, an answer that is under way has so long."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
KEPT = (Field.NETWORK.value, "ssid", Field.BOARD.value, Field.NAME.value, Field.LANGUAGE.value)
"""What is shown again where something was wrong: never the password."""


class PortalView(Protocol):
    """What the portal shows, and where choices go."""

    @property
    def state(self) -> SetupNetwork:
        """The setup network's state."""
        ...

    @property
    def found(self) -> Sequence[Found]:
        """The networks nearby, the strongest first."""
        ...

    @property
    def network(self) -> str:
        """The setup network's own name."""
        ...

    def visit(self) -> None:
        """Somebody looks at the form."""
        ...

    def choose(self, choices: Choices) -> None:
        """Somebody has sent it; raise `IllegalPlayError` where it is too late."""
        ...


class Portal:
    """Serves one page at one address."""

    def __init__(
        self,
        view: PortalView,
        host: str,
        boards: dict[str, str],
        languages: Sequence[Language],
        board_port: int,
    ) -> None:
        """`host`: as browsers name this server, such as `10.42.0.1`; `board_port`: the daemon's.

        `languages`: English first.
        """
        self._view = view
        self._host = host
        self._boards = boards
        self._languages = {each.tag: each for each in languages}
        self._port = board_port
        self._token = secrets.token_urlsafe()
        self._app = web.Application(middlewares=[self._admit], client_max_size=MOST_BYTES)
        self._app.add_routes([web.get("/", self._form), web.post("/", self._sent)])
        self._app.router.add_route("*", "/{other:.*}", self._lead)

    def runner(self) -> web.AppRunner:
        """What serves the page; requests are not logged, since one has a password."""
        return Runner(
            self._app,
            keepalive_timeout=IDLE_SECONDS,
            shutdown_timeout=LAST_SECONDS,
        )

    @web.middleware
    async def _admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Everybody who asks for another host is led to this one."""
        if request.headers.getall("Host", []) != [self._host]:
            answer: web.StreamResponse = await self._lead(request)
        else:
            answer = await handler(request)
        answer.headers.update(
            {
                "Content-Security-Policy": page.policy(),
                "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
            }
        )
        return answer

    async def _lead(self, request: web.Request) -> web.Response:
        if request.method not in ("GET", "HEAD"):
            return web.Response(status=403, text="expected a form of this page\n")
        return web.Response(status=302, headers={"Location": f"http://{self._host}/"})

    async def _form(self, request: web.Request) -> web.Response:
        language = self._language_of(request)
        self._view.visit()
        state = self._view.state
        if state.stage is not Stage.OPEN:
            return self._later(state, language)
        entered = {} if state.choices is None else _as_entered(state.choices, self._view.found)
        return self._shown(language, entered, {})

    async def _sent(self, request: web.Request) -> web.Response:
        language = self._language_of(request)
        fields = await self._fields(request)
        self._view.visit()
        if self._view.state.stage is not Stage.OPEN:
            return self._later(self._view.state, language)
        try:
            choices = self._read(fields)
        except ChoicesError as fault:
            entered = {name: fields[name] for name in KEPT if name in fields}
            return self._shown(language, entered, fault.faults, status=422)
        self._view.choose(choices)
        return self._later(self._view.state, language)

    async def _fields(self, request: web.Request) -> dict[str, str]:
        """The form's fields; raise `HTTPForbidden` for a form of another page."""
        origin = request.headers.get("Origin", "null")
        try:
            form = await request.post()
        except (LookupError, ValueError):  # a charset that there is not, or bytes that it has not
            raise web.HTTPBadRequest(text="expected a form in UTF-8\n") from None
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
        ours = compare_digest(
            fields.get("token", "").encode(errors="replace"), self._token.encode()
        )
        if not ours or origin not in ("null", f"http://{self._host}"):
            raise web.HTTPForbidden(text="expected a form of this page: load it again\n")
        return fields

    def _read(self, fields: dict[str, str]) -> Choices:
        network = fields.get(Field.NETWORK.value, "")
        seen = {each.ssid.hex(): each for each in self._view.found}
        security = seen[network].security if network in seen else None
        ssid: bytes | None = b""
        if network == page.NONE:
            ssid = None
        elif network in seen:
            ssid = seen[network].ssid
        elif network == page.OTHER:
            ssid = fields.get("ssid", "").encode(errors="replace")
        return Offered(self._languages, self._boards).read(
            language=fields.get(Field.LANGUAGE.value, ""),
            board=fields.get(Field.BOARD.value, ""),
            name=fields.get(Field.NAME.value, ""),
            ssid=ssid,
            secret=fields.get(Field.SECRET.value, ""),
            security=security,
            hidden=network == page.OTHER,
        )

    def _shown(
        self,
        language: Language,
        entered: dict[str, str],
        faults: Mapping[Field, Words],
        status: int = 200,
    ) -> web.Response:
        state = self._view.state
        wifi = state.choices.wifi if state.choices else None
        failure = (state.failure, wifi.title) if state.failure and wifi else None
        form = page.Form(
            self._view.found,
            self._boards,
            list(self._languages.values()),
            self._token,
            entered,
            faults,
            failure,
        )
        return _html(page.form_page(form, language), status)

    def _later(self, state: SetupNetwork, language: Language) -> web.Response:
        if state.stage is Stage.LEAVING and state.choices:
            text = page.next_page(state.choices, self._view.network, self._port, language)
            return _html(text, 200)
        return _html(page.closed_page(language), 409)

    def _language_of(self, request: web.Request) -> Language:
        """As asked for, else as the browser prefers, else English."""
        asked = request.query.get("lang", "")
        header = request.headers.get("Accept-Language", "")
        for tag in (asked, *accepted_tags(header)):
            if tag in self._languages:
                return self._languages[tag]
        return next(iter(self._languages.values()))


def _as_entered(choices: Choices, found: Sequence[Found]) -> dict[str, str]:
    """Choices, as the form would have sent them, without the password."""
    entered = {
        Field.BOARD.value: choices.board,
        Field.NAME.value: choices.name,
        Field.LANGUAGE.value: choices.language,
        Field.NETWORK.value: page.NONE,
    }
    if choices.wifi is not None:
        is_listed = any(each.ssid == choices.wifi.ssid for each in found)
        entered[Field.NETWORK.value] = choices.wifi.ssid.hex() if is_listed else page.OTHER
        entered["ssid"] = "" if is_listed else choices.wifi.ssid.decode(errors="replace")
    return entered


def _html(text: str, status: int) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")


PAGE_PORT = 80


@asynccontextmanager
async def serve_portal(
    address: str,
    view: PortalView,
    *,
    boards: dict[str, str],
    languages: Sequence[Language],
    board_port: int,
    page_port: int = PAGE_PORT,
) -> AsyncIterator[None]:
    """Serve the page at an address for as long as the block runs; raise `OSError`."""
    host = address if page_port == PAGE_PORT else f"{address}:{page_port}"
    runner = Portal(view, host, boards, languages, board_port).runner()
    await runner.setup()
    assert runner.server is not None
    loop = asyncio.get_running_loop()
    try:
        server = await loop.create_server(Guests(runner.server), address, page_port)
        async with server:
            yield
    finally:
        await runner.cleanup()
