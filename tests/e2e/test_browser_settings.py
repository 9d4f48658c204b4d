"""The settings on the page, and a board that sleeps and wakes before one's eyes."""

import json
import re
import socket
from contextlib import closing
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.browser import PHONE, REFUSED, Size, findings
from tests.e2e.canned import snapshot
from tests.e2e.daemon import Daemon
from tests.e2e.pages import EACH_SCREEN, Pages
from tests.e2e.test_browser import OUTSIDE, POINTS
from tests.e2e.test_browser_boards import MINIGAM, zones_drawn

pytestmark = pytest.mark.browser

SOON, SLEEP_PATIENCE = {"idle": 0.5}, 60_000
"""The soonest that a board may fall asleep, in minutes; and how long it is waited for, in ms."""
SHOWN = {"language": "", "tones": True, "speech": False, "volume": 70, "facing": "white"}
PLAYERS = ("easy", "medium", "hard", "expert", "perfect")
"""Who could play Minigam: never gnubg."""


def game(**fields: Any) -> dict[str, Any]:
    return snapshot(MINIGAM, settings=SHOWN, **fields)


def change(daemon: Daemon, changes: dict[str, Any]) -> None:
    kind = {"Content-Type": "application/json"}
    request = Request(f"{daemon.url}/api/settings", json.dumps(changes).encode(), kind)
    with urlopen(request) as answer:
        assert answer.status == 200


def test_settings_are_changed_by_touch_and_hold(pages: Pages) -> None:
    daemon, visitor = pages.play()
    visitor.page.get_by_role("button", name="Settings").click()
    form = visitor.dialog("settings")
    levels = form.get_by_role("group", name="Computer players offered").locator("label")
    expect(levels).to_have_text([f"computer, {level}" for level in PLAYERS])
    form.get_by_label("Minigam, full entry").uncheck()
    form.get_by_label("computer, hard").uncheck()
    form.get_by_label("Falls asleep after").select_option("30")
    form.get_by_label("Night from").select_option("22:30")
    form.get_by_label("In front of the screen").select_option("black")
    form.get_by_label("Numbers of the points").select_option("own")
    form.get_by_role("slider", name="Brightness").fill("60")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()
    kept = daemon.get("/api/settings")["settings"]
    assert {name: kept[name] for name in ("games", "levels", "idle", "night", "facing")} == {
        "games": ["minigam"],
        "levels": ["easy", "medium", "expert", "gnubg", "perfect"],
        "idle": 30,
        "night": "22:30-07:00",
        "facing": "black",
    }
    assert (kept["brightness"], kept["numbers"]) == (60, "own")
    row = ("off-black", "bar-white", *POINTS, "bar-black", "off-white")
    first = visitor.page.locator(".board .zone").first
    expect(first).to_have_attribute("data-zone", "off-white")
    assert zones_drawn(visitor) == list(reversed(row))
    expect(visitor.part("choices")).not_to_contain_text("full entry")


def test_a_broker_is_set_and_its_password_is_never_shown(pages: Pages) -> None:
    daemon, visitor = pages.play()
    visitor.tolerated = REFUSED
    form = visitor.dialog("settings")
    visitor.press("e")
    form.get_by_label("Address of the broker").fill("mqtts://anna:secret@broker.invalid")
    form.get_by_label("Name of the board there").fill("board-7")
    form.get_by_label("New password for the broker").fill("very secret")
    form.get_by_role("button", name="Save").click()
    fault = visitor.part("settings-fault")
    expect(fault).to_contain_text("expected no password in the address")
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        address = f"mqtt://127.0.0.1:{silent.getsockname()[1]}"
        form.get_by_label("Address of the broker").fill(address)
        form.get_by_label("Control by MQTT").check()
        form.get_by_role("button", name="Save").click()
        expect(form).to_be_hidden()
        reached, _ = silent.accept()
        change(daemon, {"broker": ""})
        with reached:  # a broker that goes away first is a fault, which the daemon reports
            while reached.recv(4096):
                pass
    listed = daemon.get("/api/settings")
    names = ("broker", "board_name", "remote_control")
    kept = [listed["settings"][name] for name in names]
    assert kept == ["", "board-7", True]
    assert listed["broker_password"] is True
    assert "secret" not in str(listed)
    visitor.press("e")
    expect(form.get_by_label("New password for the broker")).to_have_value("")
    form.get_by_label("Remove the password for the broker").check()
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()
    assert daemon.get("/api/settings")["broker_password"] is False


def test_settings_by_keys_alone_and_left_with_escape(pages: Pages) -> None:
    daemon, visitor = pages.play()
    visitor.press("e")
    form = visitor.dialog("settings")
    form.get_by_label("Tones").focus()
    visitor.press("Space", "Escape")
    expect(form).to_be_hidden()
    assert daemon.get("/api/settings")["settings"]["tones"] is True
    visitor.press("e")
    expect(form).to_be_visible()
    form.get_by_label("Tones").focus()
    visitor.press("Space", "Enter")
    expect(form).to_be_hidden()
    assert daemon.get("/api/settings")["settings"]["tones"] is False


def test_a_pin_typed_on_the_screen_guards_the_settings(pages: Pages) -> None:
    daemon, visitor = pages.play()
    visitor.tolerated = REFUSED
    form, fault = visitor.dialog("settings"), visitor.part("settings-fault")
    visitor.press("e")
    type_pin(form.get_by_role("group", name="Digits: New PIN"), "25809")
    form.get_by_role("button", name="Delete").click()
    new_pin = form.get_by_label("New PIN", exact=True)
    expect(new_pin).to_have_value("2580")
    expect(new_pin).to_have_attribute("type", "text")
    form.get_by_label("Show the PIN").uncheck()
    expect(new_pin).to_have_attribute("type", "password")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()
    assert daemon.get("/api/settings")["locked"] is True
    visitor.press("e")
    form.get_by_label("Speech").check()
    form.get_by_role("button", name="Save").click()
    expect(fault).to_contain_text("The settings are locked: type the staff's PIN.")
    pin = form.get_by_label("PIN to save", exact=True)
    expect(pin).to_be_focused()
    keypad = form.get_by_role("group", name="Digits: PIN to save")
    type_pin(keypad, "2588")
    form.get_by_role("button", name="Save").click()
    expect(pin).to_have_value("")
    type_pin(keypad, "2580")
    form.get_by_label("Remove the PIN").check()
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()
    told = daemon.get("/api/settings")
    assert (told["locked"], told["settings"]["speech"]) == (False, True)


def type_pin(keypad: Locator, pin: str) -> None:
    for digit in pin:
        keypad.get_by_role("button", name=digit, exact=True).click()


def test_german_settings_speak_german(pages: Pages) -> None:
    daemon, visitor = pages.play(lang="de", size=PHONE)
    visitor.tolerated = REFUSED
    change(daemon, {"new_pin": "2580"})
    form, fault = visitor.dialog("settings"), visitor.part("settings-fault")
    visitor.press("e")
    expect(form.get_by_label("Minigam, voller Einstieg")).to_be_visible()
    pin = form.get_by_label("PIN zum Speichern", exact=True)
    assert form.evaluate(OUTSIDE) == []
    assert findings(visitor.page) == []
    for _ in range(3):
        pin.fill("0000")
        form.get_by_role("button", name="Speichern").click()
        expect(fault).to_contain_text("Das ist nicht die PIN des Hauses.")
        pin.fill("2")
        expect(fault).to_be_empty()
    pin.fill("2580")
    form.get_by_role("button", name="Speichern").click()
    expect(fault).to_have_text(
        re.compile("Es gab zu viele falsche PINs: [0-9]+ Sekunden lang gilt auch die .*")
    )
    type_pin(form.get_by_role("group", name="Ziffern: PIN zum Speichern"), "2")
    expect(fault).to_be_empty()


def test_a_bad_new_pin_is_told_as_such_and_the_staffs_stays(pages: Pages) -> None:
    daemon, visitor = pages.play()
    change(daemon, {"new_pin": "2580"})
    form, fault = visitor.dialog("settings"), visitor.part("settings-fault")
    visitor.press("e")
    pin = form.get_by_label("PIN to save", exact=True)
    new_pin = form.get_by_label("New PIN", exact=True)
    pin.fill("2580")
    for bad in ("258", "25 80"):
        new_pin.fill(bad)
        expect(fault).to_be_empty()
        form.get_by_role("button", name="Save").click()
        expect(fault).to_have_text("The new PIN needs 4 to 12 digits.")
        expect(new_pin).to_be_focused()
        expect(new_pin).to_be_in_viewport()
        expect(pin).to_have_value("2580")
    new_pin.fill("1470")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()


@EACH_SCREEN
def test_the_dialog_fits_every_screen(size: Size, pages: Pages) -> None:
    _, visitor = pages.show("sim", game(), size)
    visitor.press("e")
    form = visitor.dialog("settings")
    expect(form).to_be_visible()
    assert form.evaluate(OUTSIDE) == []
    form.get_by_role("button", name="Cancel").click()
    visitor.press("e")
    form.get_by_label("Canned").uncheck()
    form.get_by_role("button", name="Save").click()
    expect(visitor.part("settings-fault")).to_have_text("Choose at least one game.")


def test_a_game_falls_asleep_and_is_gone_on_with(pages: Pages) -> None:
    daemon, visitor = pages.play()
    visitor.play_until(lambda: visitor.phase == "moving")
    before = daemon.get("/api/state")
    visitor.press("?")
    change(daemon, SOON)
    expect(visitor.part("resting")).to_be_visible(timeout=SLEEP_PATIENCE)
    expect(visitor.dialog("rules")).to_be_hidden()
    expect(visitor.part("resting-hint")).to_have_text("Touch to go on")
    side = before["turn"].title()
    expect(visitor.part("resting-game")).to_have_text(
        f"White (person) 0 : Black (person) 0. {side} plays next."
    )
    assert visitor.page.locator("main").get_attribute("inert") is not None
    visitor.part("resting").click()
    again = visitor.dialog("again")
    expect(again).to_be_visible()
    change(daemon, {"idle": 10})
    after = daemon.get("/api/state")
    same = ("game", "phase", "turn", "dice", "position", "plays", "sources")
    assert {name: after[name] for name in same} == {name: before[name] for name in same}


def test_who_is_asked_goes_on_or_begins_anew(pages: Pages) -> None:
    asked = game(woken=True)
    site, visitor = pages.show("sim", asked)
    again = visitor.dialog("again")
    expect(again).to_be_visible()
    again.get_by_role("button", name="Go on").click()
    site.shown.assert_touched("wake")
    site.show(game(woken=False))
    expect(again).to_be_hidden()
    site.show(asked)
    expect(again).to_be_visible()
    again.get_by_role("button", name="New game").click()
    visitor.dialog("new").get_by_role("button", name="New game").click()
    site.shown.assert_touched("wake", "new-game")
    site.show(game(woken=False))
    expect(again).to_be_hidden()


def test_a_pin_that_is_newer_than_the_form_is_told(pages: Pages) -> None:
    daemon, visitor = pages.play()
    visitor.tolerated = "403"
    visitor.press("e")
    form = visitor.dialog("settings")
    form.get_by_label("Speech").check()
    change(daemon, {"new_pin": "2580"})
    form.get_by_role("button", name="Save").click()
    told = visitor.part("settings-fault")
    expect(told).to_have_text("The settings are locked: type the staff's PIN.")


def test_who_closes_the_question_goes_on(pages: Pages) -> None:
    """Not so who is asked anew before the page has heard that it was closed."""
    site, visitor = pages.show("sim", game(woken=True))
    again = visitor.dialog("again")
    expect(again).to_be_visible()
    again.evaluate("(element) => { element.close(); element.showModal(); }")
    again.evaluate("() => new Promise(requestAnimationFrame)")
    visitor.press("Escape")
    site.shown.assert_touched("wake")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "White (Zoë) 3 : Black (computer, hard) 12. Zoë plays next."),
        ("de", "Weiß (Zoë) 3 : Schwarz (Computer, schwer) 12. Zoë ist am Zug."),
    ],
)
def test_who_is_to_go_on_is_called_by_name(lang: str, told: str, pages: Pages) -> None:
    named = game(names={"white": "Zoë", "black": ""}, woken=True)
    site, visitor = pages.show("sim", named, lang=lang)
    expect(visitor.part("again-game")).to_have_text(told)
    site.show({**named, "woken": False, "asleep": True})
    expect(visitor.part("resting-game")).to_be_visible()
    expect(visitor.part("resting-game")).to_have_text(told)


def test_on_a_real_board_too_the_page_begins_anew(pages: Pages) -> None:
    site, visitor = pages.show("quarter-buttons", game(woken=True))
    visitor.dialog("again").get_by_role("button", name="New game").click()
    visitor.dialog("new").get_by_role("button", name="New game").click()
    site.shown.assert_touched("new-game")


def test_any_key_wakes_and_does_nothing_else(pages: Pages) -> None:
    site, visitor = pages.show("sim", game(asleep=True))
    expect(visitor.part("resting")).to_be_visible()
    for touches, key in enumerate(("r", "3", "Enter", "e"), start=1):
        visitor.press(key)
        site.shown.assert_touched(*["wake"] * touches)
    expect(visitor.dialog("settings")).to_be_hidden()


def test_at_night_the_page_is_black_but_for_a_hint(pages: Pages) -> None:
    dark = game(phase="attract", asleep=True, dark=True)
    site, visitor = pages.show("sim", dark)
    expect(visitor.part("resting-hint")).to_have_text("Touch to play")
    expect(visitor.part("resting-title")).to_be_hidden()
    expect(visitor.part("resting")).to_have_css("background-color", "rgb(0, 0, 0)")
    site.show(game(phase="attract"))
    expect(visitor.part("resting")).to_be_hidden()


# Updates

OFFERED = {
    "available": True,
    "installed": "0.9.0",
    "offered": "0.10.0",
    "source": "/media/pi/STICK/minigam-0.10.0.tar",
    "step": "looked",
    "text": "",
}


@EACH_SCREEN
def test_an_update_is_installed_from_the_settings(size: Size, pages: Pages) -> None:
    site, visitor = pages.show("sim", game(phase="attract"), size)
    site.updates.found = dict(OFFERED)
    visitor.press("e")
    form = visitor.dialog("settings")
    state, install = visitor.part("update-state"), visitor.part("update-install")
    expect(state).to_have_text("Installed: 0.9.0Offered: 0.10.0")
    form.get_by_role("button", name="Look for updates").click()
    install.click()
    site.shown.assert_touched("update look", "update install")
    for step, said in (
        ("installing", "The new version is being prepared. The game goes on."),
        ("waiting", "The new version is ready and waits for the end of the game."),
    ):
        site.updates.found["step"] = step
        expect(state).to_contain_text(said)
        expect(install).to_be_disabled()
    assert form.evaluate(OUTSIDE) == []
    assert findings(visitor.page) == []
    site.updates.found |= {"step": "failed", "text": "minigam-0.10.0.tar is not signed"}
    expect(state).to_contain_text("The update has failed: minigam-0.10.0.tar is not signed")
    expect(install).to_be_enabled()
    site.updates.found |= {"step": "done", "installed": "0.10.0", "text": ""}
    expect(state).to_have_text(
        "Installed: 0.10.0No newer version is offered.The update is installed."
    )
    expect(install).to_be_disabled()


def test_an_update_needs_the_pin_as_the_settings_do(pages: Pages) -> None:
    site, visitor = pages.show("sim", game(phase="attract"))
    visitor.tolerated = REFUSED
    site.updates.found, site.updates.locked, site.shown.locked = dict(OFFERED), True, True
    visitor.press("e")
    form = visitor.dialog("settings")
    visitor.part("update-install").click()
    expect(visitor.part("settings-fault")).to_contain_text("type the staff's PIN")
    form.get_by_label("PIN to save", exact=True).fill("2580")
    visitor.part("update-install").click()
    site.shown.assert_touched("update install")


def test_where_no_updater_waits_there_is_no_group(pages: Pages) -> None:
    _, visitor = pages.show("sim", game(phase="attract"))
    visitor.press("e")
    form = visitor.dialog("settings")
    expect(form.get_by_role("group", name="Sleep")).to_be_visible()
    expect(form.get_by_role("group", name="Updates")).to_have_count(0)
