"""A friend's board: to invite, to join by keys alone, to answer, and what can go wrong.

On canned snapshots: what the board does with it is tested with the daemon.
"""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from minigam.words import Words
from tests.e2e.browser import PHONE, PI_SCREEN, REFUSED, Size, Visitor, findings, focus, tap
from tests.e2e.canned import Site
from tests.e2e.pages import EACH_LANGUAGE, Pages
from tests.e2e.test_browser import CUT_OFF, OUTSIDE
from tests.e2e.test_browser_languages import CUT_IN_DIALOG, ROWS_OF_TOOLS, SETTING_UP
from tests.e2e.test_browser_panel import UNREAD, WIDE
from tests.e2e.test_browser_setup import SMALL_PHONE
from tests.e2e.test_browser_watching import WATCHING

pytestmark = pytest.mark.browser

CODE = [3, 1, 6, 6, 2, 4]
LONG_NAME = "Konstantin-Alexander"
READY = {**SETTING_UP, "broker": "connected"}
SIZES = (SMALL_PHONE, (390, 664), PI_SCREEN, WIDE)
SCROLLS = """(dialog) => [dialog, dialog.querySelector('.scroll')]
    .map((it) => it.scrollHeight > it.clientHeight + 1)"""
PART_IN_FOCUS = "() => document.activeElement.dataset.part ?? document.activeElement.dataset.action"


def invitation(
    state: str, inviting: bool, player: str = "Ann", seconds: int = 600
) -> dict[str, Any]:
    """The snapshot while an invitation is open, or has ended."""
    known = {"player": player, "key": "1a2b3c4d" * 8 if player else ""}
    known["own_key"] = "5e6f7a8b" * 8
    fields = {"state": state, "inviting": inviting, "code": CODE, "seconds": seconds}
    return {**READY, "invitation": {**fields, **known}}


INVITED = invitation("waiting", True, player="")
ASKED = invitation("asked", True)
SEARCHING = invitation("searching", False, player="")
JOINING = invitation("waiting", False)


def opened(visitor: Visitor) -> Locator:
    visitor.page.locator('.tools [data-action="invitation"]').click()
    dialog = visitor.dialog("invitation")
    expect(dialog).to_be_visible()
    return dialog


def says(visitor: Visitor, text: str) -> None:
    expect(visitor.part("invitation-says")).to_have_text(text.replace("'", "\u2019"))


def press(dialog: Locator, name: str) -> None:
    """A button, once it takes touches."""
    dialog.get_by_role("button", name=name, exact=True, disabled=False).click()


def shown_code(visitor: Visitor) -> list[str | None]:
    dice = visitor.part("invitation-dice").locator(".code-die").all()
    return [each.get_attribute("data-value") for each in dice]


def test_a_board_invites_and_accepts_who_asks(pages: Pages) -> None:
    site, visitor = pages.show("sim", READY)
    dialog = opened(visitor)
    expect(visitor.part("invitation-about")).to_contain_text("here it is: Minigam, full entry.")
    press(dialog, "Invite")
    site.shown.assert_touched("invite")
    site.show(INVITED)
    says(visitor, "Read these six numbers to your friend:")
    expect(visitor.part("invitation-digits")).to_have_text("3 1 6 6 2 4")
    assert shown_code(visitor) == ["3", "1", "6", "6", "2", "4"]
    expect(dialog.get_by_role("timer")).to_have_text("The code is valid for 10 min.")
    site.show(ASKED)
    says(visitor, "Ann's board wants to play.")
    expect(visitor.part("invitation-code")).to_be_hidden()
    key = "The key of their board begins with 1a2b\u00a03c4d, that of yours with 5e6f\u00a07a8b."
    expect(visitor.part("invitation-key")).to_have_text(key, use_inner_text=True)
    expect(dialog.get_by_role("button", name="Refuse")).to_be_focused()
    press(dialog, "Accept")
    site.shown.assert_touched("invite", "accept")
    site.show(invitation("agreed", True))
    expect(dialog).to_be_hidden()


def test_a_question_takes_no_answer_of_a_finger_on_its_way_elsewhere(pages: Pages) -> None:
    site, visitor = pages.show("sim", READY, frozen=True)
    site.show(ASKED)
    accept = visitor.part("invitation-accept")
    expect(accept).to_have_attribute("aria-disabled", "true")
    accept.evaluate("(button) => button.click()")
    visitor.page.clock.run_for(1000)
    expect(accept).not_to_have_attribute("aria-disabled", "true")
    assert site.shown.touches == []


def test_a_question_comes_by_itself_and_once_closed_stays_so(pages: Pages) -> None:
    site, visitor = pages.show("sim", INVITED)
    dialog = visitor.dialog("invitation")
    expect(visitor.part("facts")).to_contain_text("Minigam")
    expect(dialog).to_be_hidden()
    site.show(ASKED)
    expect(dialog).to_be_visible()
    visitor.press("Escape")
    site.show({**ASKED, "game": 8})
    expect(visitor.part("facts")).to_contain_text("game 8")
    expect(dialog).to_be_hidden()
    site.show(INVITED)
    site.show(invitation("asked", True, player=""))
    says(visitor, "A board without a player's name wants to play.")
    press(dialog, "Refuse")
    site.shown.assert_touched("refuse")


def test_a_code_is_entered_and_joined_by_keys_alone(pages: Pages) -> None:
    site, visitor = pages.show("sim", READY)
    page = visitor.page
    focus(page, "invitation", PART_IN_FOCUS)
    visitor.press("Enter")
    focus(page, "invitation-ask", PART_IN_FOCUS)
    visitor.press("Enter")
    expect(visitor.part("invitation-code")).to_be_focused()
    visitor.press("7", "3", "1", "5", "Backspace", "6", "6", "Enter")
    expect(visitor.part("invitation-digits")).to_have_text("3 1 6 6 · ·")
    expect(visitor.part("invitation-send")).to_be_disabled()
    visitor.press("2", "3", "Backspace", "4", "1")
    expect(visitor.part("invitation-send")).to_be_focused()
    visitor.press("Enter")
    site.shown.assert_touched("join 3 1 6 6 2 4")
    site.show(SEARCHING)
    says(visitor, "Looking for the board with this code…")
    site.show(JOINING)
    says(visitor, "Ann's board is found. Waiting for an answer…")
    expect(visitor.part("invitation-time")).to_have_text("")
    site.show(invitation("unknown", False, player=""))
    expect(visitor.part("invitation-again")).to_be_focused()
    visitor.press("Enter")
    expect(visitor.part("invitation-digits")).to_have_text("· · · · · ·")


def test_a_code_is_entered_by_fingers(pages: Pages) -> None:
    site, visitor = pages.show("sim", READY, PHONE, hand=tap)
    dialog = opened(visitor)
    press(dialog, "Join")
    for name in ("3", "2", "Delete", "1", "6", "6", "2", "4"):
        visitor.part("invitation-faces").get_by_role("button", name=name).tap()
    press(dialog, "Join")
    site.shown.assert_touched("join 3 1 6 6 2 4")
    site.show(JOINING)
    press(dialog, "Stop waiting")
    site.shown.assert_touched("join 3 1 6 6 2 4", "cancel")
    site.show(READY)
    says(visitor, "Play with somebody at another board, each at your own.")


AGAIN = "Ask your friend to invite again, and enter the new code."
NEW_CODE = "Invite again: you get a new code."
ENDS = [
    ("refused", False, "The other board has refused, or plays with somebody else.", AGAIN),
    ("expired", False, "The other player has not answered in time.", AGAIN),
    (
        "unknown", False, "No board invites with this code.",
        "Compare the six numbers with your friend. Both boards need the same broker.",
    ),
    (
        "taken", False,
        "This code cannot be used: two boards have it, or it is this board's own.", AGAIN,
    ),
    (
        "unfit", False, "The game of this invitation needs a board of another size.",
        "Ask your friend to set up a game that both boards have, and to invite again.",
    ),
    ("refused", True, "Three boards were refused, so the invitation is closed.", NEW_CODE),
    ("expired", True, "Nobody has joined in time.", NEW_CODE),
]  # fmt: skip


def test_each_end_has_a_reason_and_a_way_on(pages: Pages) -> None:
    site, visitor = pages.show("sim", INVITED)
    dialog = opened(visitor)
    for state, inviting, reason, then in ENDS:
        site.show(INVITED)
        expect(visitor.part("invitation-withdraw")).to_be_visible()
        site.show(invitation(state, inviting))
        says(visitor, reason)
        expect(visitor.part("invitation-about")).to_have_text(then)
        expect(visitor.part("invitation-dice")).to_be_visible(visible=not inviting)
        again = "Invite again" if inviting else "Enter a code"
        expect(dialog.get_by_role("button", name=again)).to_be_focused()
    press(dialog, "Invite again")
    site.shown.assert_touched("invite")
    visitor.press("Escape")
    site.shown.assert_touched("invite", "cancel")  # it has been read


def test_a_refusal_of_the_board_is_shown_until_the_next_try(pages: Pages) -> None:
    site, visitor = pages.show("sim", READY)
    visitor.tolerated = REFUSED
    site.shown.refusal = Words("A game is going on.")
    dialog = opened(visitor)
    press(dialog, "Invite")
    expect(dialog.get_by_role("alert")).to_have_text("A game is going on.")
    site.shown.refusal = None
    press(dialog, "Invite")
    site.shown.assert_touched("invite")
    expect(dialog.get_by_role("alert")).to_be_hidden()


def test_without_its_broker_the_page_says_that_play_here_goes_on(pages: Pages) -> None:
    site, visitor = pages.show("sim", {**READY, "broker": "unreachable"})
    dialog = opened(visitor)
    says(visitor, "This board does not reach its broker, which connects boards.")
    expect(visitor.part("invitation-about")).to_contain_text(
        "You can play at this board as always."
    )
    buttons = dialog.locator("footer").get_by_role("button")
    expect(buttons).to_have_text(["Close"])
    site.show({**READY, "broker": "untrusted"})
    expect(visitor.part("invitation-about")).to_contain_text("certificate was not accepted.")
    expect(visitor.part("invitation-about")).not_to_contain_text("network")
    site.show(READY)
    expect(buttons).to_have_text(["Close", "Invite", "Join"])
    lost = visitor.part("invitation-lost")
    site.show({**INVITED, "broker": "unreachable"})
    expect(lost).to_have_text(
        "This board does not reach its broker now, and tries again by itself."
    )
    site.show(INVITED)
    expect(lost).to_be_hidden()


@pytest.mark.parametrize("fields", [{"broker": None}, {"phase": "moving"}], ids=["none", "a game"])
def test_it_is_offered_only_with_a_broker_and_between_games(
    fields: dict[str, Any], pages: Pages
) -> None:
    site, visitor = pages.show("sim", READY)
    offers = visitor.page.locator('[data-action="invitation"]')
    opened(visitor)
    site.show({**READY, **fields})
    expect(visitor.dialog("invitation")).to_be_hidden()
    for offer in offers.all():
        expect(offer).to_have_attribute("hidden", "")


def test_who_only_watches_is_neither_offered_nor_asked_anything(pages: Pages) -> None:
    site, visitor = pages.show("sim", READY)
    visitor.become(WATCHING)
    site.show({**ASKED, "game": 8})
    expect(visitor.part("facts")).to_contain_text("game 8")
    expect(visitor.dialog("invitation")).to_be_hidden()
    expect(visitor.page.locator('.tools [data-action="invitation"]')).to_be_hidden()


def each_scene(site: Site, visitor: Visitor) -> Any:
    """One after the other, with the longest texts; the name of each."""
    site.show(READY)
    opened(visitor)
    yield "start"
    visitor.part("invitation-ask").click()
    visitor.press("3", "1")
    yield "ask"
    scenes = {
        "invited": INVITED,
        "asked": invitation("asked", True, player=LONG_NAME),
        "joining": {**invitation("waiting", False, player=LONG_NAME), "broker": "unreachable"},
        **{f"{state} {inviting}": invitation(state, inviting) for state, inviting, *_ in ENDS},
        "unreachable": {**READY, "broker": "untrusted"},
    }
    for name, scene in scenes.items():
        site.show(INVITED)
        expect(visitor.part("invitation-withdraw")).to_be_visible()
        site.show(scene)
        scene_name = "over" if " " in name else name
        expect(visitor.dialog("invitation")).to_have_attribute("data-scene", scene_name)
        yield name


@EACH_LANGUAGE
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_is_cut_off_and_nothing_scrolls(size: Size, lang: str, pages: Pages) -> None:
    site, visitor = pages.show("sim", READY, size, lang=lang)
    expect(visitor.page.locator('.tools [data-action="invitation"]')).to_be_visible()
    assert visitor.found(UNREAD, CUT_OFF) == []
    if size in (PI_SCREEN, WIDE):
        assert min(visitor.page.evaluate(ROWS_OF_TOOLS)) > 1
    dialog = visitor.dialog("invitation")
    for name in each_scene(site, visitor):
        assert dialog.evaluate(CUT_IN_DIALOG) + dialog.evaluate(OUTSIDE) == [], name
        assert dialog.evaluate(SCROLLS) == [False, False], name


@pytest.mark.slow
@pytest.mark.parametrize("size", [PI_SCREEN, PHONE], ids=str)
def test_axe_finds_nothing_in_any_scene(size: Size, pages: Pages) -> None:
    site, visitor = pages.show("sim", READY, size)
    for name in each_scene(site, visitor):
        expect(visitor.dialog("invitation").locator("[aria-disabled]")).to_have_count(0)
        assert findings(visitor.page) == [], name


@pytest.mark.parametrize("size", SIZES, ids=str)
@EACH_LANGUAGE
def test_an_open_invitation_is_seen_beside_the_board(size: Size, lang: str, pages: Pages) -> None:
    site, visitor = pages.show("sim", INVITED, size, lang=lang)
    prompt = visitor.part("prompt")
    expect(prompt).to_contain_text("Code: 3 1 6 6 2 4")
    expect(prompt).to_be_in_viewport(ratio=1)
    assert visitor.found(CUT_OFF, UNREAD) == []
    site.show(invitation("waiting", False, player=LONG_NAME))
    expect(prompt).to_contain_text(LONG_NAME)
    assert visitor.found(CUT_OFF, UNREAD) == []
    site.show(READY)
    expect(prompt).not_to_contain_text(LONG_NAME)
