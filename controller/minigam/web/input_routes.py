"""The routes that touch the board: by its page, by scripts, and by paired phones."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

from aiohttp import web

from minigam.errors import RequestError, shortened
from minigam.pairing.ceremony import PairingError, TooOftenError
from minigam.pairing.phones import Phones
from minigam.validation import LIST, NUMBER, TEXT, TEXT_OR_NULL, WHOLE, Kind, list_of, whole
from minigam.web.access import Principal
from minigam.web.interfaces import InputInjector, Invitations, Sure, Touch
from minigam.web.middleware import AccessMiddleware
from minigam.web.requests import WrongBoardError, body_of, object_of
from minigam.words import Words

LONGEST_HOLD = 6.0
_DICE = list_of(whole(1, 6), "whole numbers from 1 to 6")
CODE = Kind(f"six {_DICE.expected}", lambda value: _DICE.fits(value) and len(value) == 6)
MOST_WAITING = 2
"""A phone's touches that are being made, or wait for their turn: more than a hand begins."""


class InputRoutes:
    """The handlers of touches; without a `finger` or `touch` they refuse with `WrongBoardError`."""

    def __init__(
        self,
        guard: AccessMiddleware,
        phones: Phones | None,
        finger: InputInjector | None,
        touch: Touch | None,
        invitations: Invitations | None = None,
    ) -> None:
        """`touch` is a simulated board's; `guard` and `phones` say who may touch, and when."""
        self._guard = guard
        self._phones = phones
        self._finger = finger
        self._touch = touch
        self._invitations = invitations
        self._waiting: Counter[int] = Counter()
        """How many touches each phone waits for, by its session's number."""
        self._phones_turn = asyncio.Lock()
        """One phone at a time: the board's own page waits for no more than that one."""

    def routes(self) -> list[web.RouteDef]:
        """What can be asked for."""
        return [
            web.post("/api/tap", partial(self._tap, self._real)),
            web.post("/api/hold", partial(self._hold, self._real)),
            web.post("/api/command", self._command),
            web.post("/api/move", self._move),
            web.post("/api/play-on", self._play_on),
            web.post("/api/invitation", self._invite),
            web.post("/api/setup", self._set_up),
            web.post("/api/sim/tap", partial(self._tap, self._simulated)),
            web.post("/api/sim/hold", partial(self._hold, self._simulated)),
            web.post("/api/sim/place", self._place),
            web.post("/api/sim/lay", self._lay),
        ]

    async def _tap(self, finger: Callable[[], InputInjector], request: web.Request) -> web.Response:
        found, body = finger(), await body_of(request, {"input": TEXT})
        return await self._made(request, lambda sure: found.tap(body["input"], sure))

    async def _hold(
        self, finger: Callable[[], InputInjector], request: web.Request
    ) -> web.Response:
        found, body = finger(), await body_of(request, {"inputs": LIST, "seconds": NUMBER})
        names, seconds = body["inputs"], body["seconds"]
        if not names or not all(isinstance(name, str) for name in names):
            raise RequestError(shortened(f"expected inputs as a list of names, got {names!r}"))
        if not 0 < seconds <= LONGEST_HOLD:
            raise RequestError(f"expected seconds above 0 and up to {LONGEST_HOLD}, got {seconds}")
        return await self._made(request, lambda sure: found.hold(names, seconds, sure))

    async def _command(self, request: web.Request) -> web.Response:
        found, body = self._touch or self._real(), await body_of(request, {"command": TEXT})
        return await self._made(request, lambda sure: found.command(body["command"], sure))

    async def _move(self, request: web.Request) -> web.Response:
        form = {"from": TEXT, "to": TEXT_OR_NULL}
        found, body = self._touch or self._real(), await body_of(request, form)
        start, end = body["from"], body["to"]
        return await self._made(request, lambda sure: found.move(start, end, sure))

    async def _play_on(self, request: web.Request) -> web.Response:
        found = self._touch or self._real()
        body = await body_of(request, {"game": WHOLE, "at": WHOLE})
        game, at = body["game"], body["at"]
        return await self._made(request, lambda sure: found.play_on(game, at, sure))

    async def _invite(self, request: web.Request) -> web.Response:
        """Invite a friend's board, join its invitation, or answer."""
        joins = (await object_of(request)).get("do") == "join"
        body = await body_of(request, {"do": TEXT, **({"code": CODE} if joins else {})})
        if self._invitations is None:
            raise WrongBoardError("this board plays with no other one")
        async with self._asked(request) as sure:
            sure()
            self._invitations.ask(body["do"], tuple(body.get("code", ())))
        return web.json_response({"ok": True})

    async def _set_up(self, request: web.Request) -> web.Response:
        found, values = self._touch or self._real(), await object_of(request)
        return await self._made(request, lambda sure: found.set_up(values, sure))

    async def _place(self, request: web.Request) -> web.Response:
        touch, body = self._simulated(), await body_of(request, {"zone": TEXT, "count": WHOLE})
        zone, count = body["zone"], body["count"]
        return await self._made(request, lambda sure: touch.place(zone, count, sure))

    async def _lay(self, request: web.Request) -> web.Response:
        touch = self._simulated()
        await body_of(request, {})
        return await self._made(request, touch.lay)

    async def _made(
        self, request: web.Request, touch: Callable[[Sure], Awaitable[None]]
    ) -> web.Response:
        async with self._asked(request) as sure:
            await touch(sure)
        return web.json_response({"ok": True})

    @asynccontextmanager
    async def _asked(self, request: web.Request) -> AsyncIterator[Sure]:
        """While a touch waits and is made: what to ask again before it is."""
        sure = self._sure(request)
        sure()
        session = self._guard.session(request)
        if session is None:
            yield sure
            return
        if self._waiting[session.number] >= MOST_WAITING:
            text = Words("This phone's last touches are still being made: wait a moment.")
            raise TooOftenError(text, 1)
        self._waiting[session.number] += 1
        try:
            async with self._phones_turn:
                yield sure
        finally:
            self._waiting[session.number] -= 1

    def _sure(self, request: web.Request) -> Sure:
        def sure() -> None:
            self._guard.check(request)
            if self._guard.visitor(request) is not Principal.HERE:
                self._need_hands_off()

        return sure

    def _need_hands_off(self) -> None:
        """The press that lets a phone in must be made at the board."""
        if self._phones and self._phones.waits_for_press:
            text = Words("Another phone waits to be let in at the board: wait a moment.")
            raise PairingError(text)

    def _real(self) -> InputInjector:
        if self._finger is None:
            raise WrongBoardError("this board takes no touches from a page")
        return self._finger

    def _simulated(self) -> Touch:
        if self._touch is None:
            raise WrongBoardError("this board is real: expected POST /api/tap or /api/hold")
        return self._touch
