"""The captive portal, asked as phones and strangers ask."""

import asyncio
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from minigam.board.profile import load_profile
from minigam.provisioning import page, portal
from minigam.provisioning.boards import TITLES, real_boards
from minigam.provisioning.choices import Choices, Security, Wifi
from minigam.provisioning.secret import Secret
from minigam.provisioning.setup_network import JoinFailure, SetupNetwork, Stage
from minigam.web.language import Languages
from tests.provisioning.serving import FOUND, SETUP, FakeView, asked

PASSWORD = "correct horse"
STATIC = Path(page.__file__).parents[1] / "web" / "static"
HOME = b"HOME".hex()


async def token_of(session: ClientSession, address: str) -> str:
    async with session.get(address) as answer:
        found = re.search(r'name="token" value="([^"]+)"', await answer.text())
    assert found
    return found[1]


async def sent(
    session: ClientSession, address: str, headers: dict[str, str] | None = None, **entered: str
) -> tuple[int, str]:
    """Fill in the form; what comes of it."""
    usual = {"network": HOME, "password": PASSWORD, "board": "quarter-hall", "name": "kitchen"}
    token = await token_of(session, address)
    form = {"token": token, "language": "de", **usual, **entered}
    async with session.post(address, data=form, headers=headers) as answer:
        return answer.status, await answer.text()


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("connectivitycheck.gstatic.com", "/generate_204"),
        ("captive.apple.com", "/hotspot-detect.html"),
        ("www.msftconnecttest.com", "/connecttest.txt"),
        ("www.msftncsi.com", "/ncsi.txt"),
        ("detectportal.firefox.com", "/canonical.html"),
        ("", "/generate_204"),
    ],
)
async def test_a_phone_that_looks_for_the_internet_finds_the_page(
    host: str, path: str, port: int
) -> None:
    async with asked(FakeView(), port) as (session, address):
        headers = {"Host": host} if host else {}
        async with session.get(address + path, headers=headers, allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (302, f"{address}/")


async def test_the_form_lists_networks_boards_and_languages(port: int) -> None:
    view = FakeView()
    async with asked(view, port) as (session, address), session.get(address) as answer:
        text = unescape(await answer.text())
    values = re.findall(r'name="network" value="([^"]*)"', text)
    usable = [each for each in FOUND if each.security is not Security.OTHER]
    assert values[: len(usable)] == [each.ssid.hex() for each in usable]
    assert values[len(usable) + 1 :] == ["other", "none"]
    assert re.findall(r'name="board" value="([^"]*)"', text) == list(real_boards())
    assert re.findall(r'<option value="([^"]*)"', text) == ["en", "de"]
    assert "\\xff<script>" in text
    assert view.visits == 1


async def test_a_name_of_a_network_is_never_html(port: int) -> None:
    async with asked(FakeView(), port) as (session, address), session.get(address) as answer:
        assert (await answer.text()).count("<script>") == 1


async def test_what_was_entered_is_chosen_and_the_page_says_what_comes_next(port: int) -> None:
    view = FakeView()
    async with asked(view, port) as (session, address):
        status, text = await sent(session, address)
    wifi = Wifi(b"HOME", Secret(PASSWORD), Security.PSK)
    assert view.chosen == [Choices("de", "quarter-hall", "kitchen", wifi)]
    assert status == 200
    assert "http://kitchen.local:8080" in text
    assert "HOME" in text
    assert SETUP in text
    assert PASSWORD not in text


async def test_other_ways_into_a_network(port: int) -> None:
    ways: tuple[tuple[dict[str, Any], Wifi | None], ...] = (
        ({"network": "none"}, None),
        (
            {"network": "other", "ssid": "hid den"},
            Wifi(b"hid den", Secret(PASSWORD), Security.PSK, hidden=True),
        ),
        (
            {"network": "other", "ssid": "open", "password": ""},
            Wifi(b"open", None, Security.NONE, hidden=True),
        ),
        (
            {"network": "Café Central".encode().hex()},
            Wifi("Café Central".encode(), None, Security.NONE),
        ),
        (
            {"network": b"A very long name for a Wi-Fi 6 E".hex()},
            Wifi(b"A very long name for a Wi-Fi 6 E", Secret(PASSWORD), Security.SAE),
        ),
    )
    for entered, wifi in ways:
        view = FakeView()
        async with asked(view, port) as (session, address):
            await sent(session, address, **entered)
        assert [each.wifi for each in view.chosen] == [wifi]


@pytest.mark.parametrize(
    ("entered", "fault"),
    [
        ({"password": "short"}, "fault-password"),
        ({"network": ""}, "fault-network"),
        ({"network": "other", "ssid": ""}, "fault-network"),
        ({"network": b"eduroam".hex()}, "fault-network"),
        ({"network": b"never seen".hex()}, "fault-network"),
        ({"board": "sim"}, "fault-board"),
        ({"name": "my board"}, "fault-name"),
    ],
)
async def test_a_fault_stands_at_its_field_and_the_rest_stays(
    entered: dict[str, Any], fault: str, port: int
) -> None:
    view = FakeView()
    async with asked(view, port) as (session, address):
        status, text = await sent(session, address, **entered)
    assert (status, view.chosen) == (422, [])
    assert re.findall('<p class="fault" id="([^"]+)"', text) == [fault]
    if "name" not in entered:
        assert 'name="name" value="kitchen"' in text
    assert entered.get("password", PASSWORD) not in text


async def test_a_form_of_another_page_is_refused(port: int) -> None:
    view = FakeView()
    async with asked(view, port) as (session, address):
        foreign = {"Origin": "http://evil.example"}
        assert (await sent(session, address, foreign))[0] == 403
        assert (await sent(session, address, token="guessed"))[0] == 403
        assert (await sent(session, address, {"Host": "evil.example"}))[0] == 403
        assert view.chosen == []
        assert (await sent(session, address, {"Origin": address}))[0] == 200


async def test_a_body_that_is_no_form_breaks_nothing(port: int) -> None:
    async with asked(FakeView(), port) as (session, address):
        for body in (b"", b"\xff" * 100, b"token=" + b"x" * 10_000):
            async with session.post(address, data=body) as answer:
                assert answer.status in (403, 413)


async def test_other_letters_than_ascii_in_a_header_are_refused(port: int) -> None:
    async with asked(FakeView(), port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: \xff\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
        writer.close()


async def test_a_failure_is_said_with_what_was_chosen_but_the_password(port: int) -> None:
    wifi = Wifi(b"HOME", Secret(PASSWORD), Security.PSK)
    state = SetupNetwork().opened(0.0).chosen(Choices("en", "quarter-hall", "den", wifi), 0.0)
    state = state.ticked(99.0).failed(JoinFailure.WRONG_PASSWORD, 99.0)
    async with asked(FakeView(state), port) as (session, address), session.get(address) as answer:
        text = await answer.text()
    assert "HOME refused the password." in text
    assert f'value="{HOME}" checked' in text
    assert 'value="quarter-hall" checked' in text
    assert 'value="den"' in text
    assert PASSWORD not in text


@pytest.mark.parametrize("stage", [Stage.OFF, Stage.JOINING, Stage.JOINED])
async def test_there_is_no_form_while_nothing_can_be_chosen(stage: Stage, port: int) -> None:
    view = FakeView()
    async with asked(view, port) as (session, address):
        token = await token_of(session, address)
        view.state = SetupNetwork(stage)
        async with session.get(address) as answer:
            assert (answer.status, "<form" in await answer.text()) == (409, False)
        async with session.post(address, data={"token": token}) as answer:
            assert (answer.status, view.chosen) == (409, [])


async def test_each_phone_reads_its_own_language(port: int) -> None:
    async with asked(FakeView(), port) as (session, address):
        for query, header, word in (
            ("", "de-AT,de;q=0.9", "Dein WLAN"),
            ("", "nl, fr", "Your Wi-Fi"),
            ("?lang=de", "en", "Dein WLAN"),
            ("?lang=xx", "de", "Dein WLAN"),
        ):
            async with session.get(
                f"{address}/{query}", headers={"Accept-Language": header}
            ) as answer:
                assert word in await answer.text()


async def test_nothing_of_it_is_kept_or_framed_or_comes_from_elsewhere(port: int) -> None:
    async with asked(FakeView(), port) as (session, address), session.get(address) as answer:
        text, headers = await answer.text(), answer.headers
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert re.findall(r'(?:src|href|action)="([^"]*)"', text) == ["/?lang=de", "/?lang=en"]


def test_it_looks_like_the_board_s_page() -> None:
    """The same colours, by the same names."""
    found = [
        dict(re.findall(r"^  --([\w-]+): (#\w+);", file.read_text("utf-8"), re.MULTILINE))
        for file in (STATIC / "style.css", Path(page.__file__).with_name("portal.css"))
    ]
    theirs, ours = found
    assert {name: theirs.get(name) for name in ours if name != "warn"} == {
        name: value for name, value in ours.items() if name != "warn"
    }
    icon = (STATIC / "icon.svg").read_text("utf-8")
    assert re.sub(r"\s*<svg[^>]*>|\n\s*", "", icon) == re.sub("<svg[^>]*>", "", page.ICON)


def test_every_real_board_has_a_title_that_can_be_translated() -> None:
    assert list(real_boards()) == list(TITLES)
    assert {name: load_profile(name).title for name in TITLES} == TITLES
    german = Languages().named("de").language
    assert not {str(german.say(title)) for title in TITLES.values()} & set(TITLES.values())


def test_the_portal_keeps_no_password() -> None:
    assert "password" not in portal.KEPT
