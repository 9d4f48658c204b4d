"""The routes of visitors: who they are, how a phone is paired, and how that ends."""

from io import BytesIO
from typing import Any

from aiohttp import web

from minigam.errors import UnknownNameError
from minigam.pairing.ceremony import PairingError
from minigam.pairing.phone_sessions import PhoneSession, kind_of, plain_name
from minigam.pairing.phones import Phones
from minigam.validation import NUMBER, TEXT, WHOLE
from minigam.web.access import Permission, Principal, is_allowed
from minigam.web.middleware import AccessMiddleware, cookie_name, is_secure
from minigam.web.requests import WatchingError, body_of, language_of
from minigam.words import Words

NO_PHONES = Words("No phone can be paired here.")


class VisitorRoutes:
    """Answers over what knows the phones; None where there are none."""

    def __init__(self, guard: AccessMiddleware, phones: Phones | None, key: str) -> None:
        """`guard` knows who asks, `phones` decides; `key`: see `AccessMiddleware`."""
        self._guard = guard
        self._with_phones = phones
        self._key = key

    async def me(self, request: web.Request) -> web.Response:
        """Who asks, and what they may do."""
        visitor, session = self._guard.visitor(request), self._guard.session(request)
        phones, language = self._with_phones, language_of(request)
        return web.json_response(
            {
                "visitor": visitor.value,
                "key": self._key if visitor is Principal.HERE else None,
                "touch": is_allowed(visitor, Permission.TOUCH),
                "listening": bool(phones and phones.address),
                "address": phones.address if phones and visitor is Principal.HERE else None,
                "cannot_pair": language.say(phones.why_not if phones else NO_PHONES),
                "phone": {"number": session.number, "name": session.name} if session else None,
            }
        )

    async def code(self, _request: web.Request) -> web.Response:
        """The page's address as a QR code; raise `UnknownNameError` where others have none."""
        import segno

        phones = self._with_phones
        if phones is None or phones.address is None:
            raise UnknownNameError("address", "/api/address.svg")
        drawn = BytesIO()
        code = segno.make(phones.address, micro=False)
        code.save(drawn, kind="svg", border=4, light="#fff", omitsize=True)
        return web.Response(body=drawn.getvalue(), content_type="image/svg+xml")

    async def ask(self, request: web.Request) -> web.Response:
        """Show a code."""
        await body_of(request, {})
        found = self._phones.ask(kind_of(request.headers.get("User-Agent", "")))
        return web.json_response({"ok": True, **found})

    async def type(self, request: web.Request) -> web.Response:
        """Take in a code."""
        body = await body_of(request, {"ticket": TEXT, "code": TEXT})
        return web.json_response({"ok": True, **self._phones.type(body["ticket"], body["code"])})

    async def press(self, request: web.Request) -> web.Response:
        """Wait for the press on the board; the answer brings the token."""
        body = await body_of(request, {"ticket": TEXT, "name": TEXT})
        name = plain_name(body["name"], kind_of(request.headers.get("User-Agent", "")))
        token, session = await self._phones.pressed(body["ticket"], name)
        answer = web.json_response({"ok": True, "number": session.number, "name": session.name})
        answer.set_cookie(
            cookie_name(request),
            token,
            path="/",
            httponly=True,
            samesite="Strict",
            secure=is_secure(request),
        )
        return answer

    async def leave(self, request: web.Request) -> web.Response:
        """A phone wants no more."""
        body = await body_of(request, {"ticket": TEXT})
        self._phones.leave(body["ticket"])
        return web.json_response({"ok": True})

    async def listed(self, request: web.Request) -> web.Response:
        """The phones that are paired; a phone sees itself."""
        found = self._phones.listed()
        seen = [_session_to_json(*each) for each in found if self._is_own(request, each[0].number)]
        return web.json_response({"pairings": seen})

    async def revoke(self, request: web.Request) -> web.Response:
        """End a pairing."""
        body = await body_of(request, {"number": WHOLE})
        if not self._is_own(request, body["number"]):
            raise WatchingError(
                Words("A phone ends its own pairing only; the board's page ends each.")
            )
        self._phones.revoke(body["number"])
        return web.json_response({"ok": True})

    async def setup_network(self, request: web.Request) -> web.Response:
        """Show the code of the board's own network, for `minigam provision`."""
        body = await body_of(request, {"network": TEXT, "code": TEXT, "seconds": NUMBER})
        network = plain_name(body["network"], "minigam")
        self._phones.show_setup(network, body["code"], body["seconds"])
        return web.json_response({"ok": True})

    def _is_own(self, request: web.Request, number: int) -> bool:
        session = self._guard.session(request)
        here = self._guard.visitor(request) is Principal.HERE
        return here or (session is not None and session.number == number)

    @property
    def _phones(self) -> Phones:
        if self._with_phones is None:
            raise PairingError(NO_PHONES)
        return self._with_phones


def _session_to_json(session: PhoneSession, seconds: float) -> dict[str, Any]:
    return {"number": session.number, "name": session.name, "seconds": round(seconds)}
