"""A game between two boards on the page: the other board, pause, resignation, stop, fair dice."""

from typing import Any

import pytest
from playwright.sync_api import expect

from minigam.table.events import Command, Commanded
from minigam.words import Words
from tests.e2e.browser import PI_SCREEN, Size, Visitor, findings
from tests.e2e.pages import EACH_LANGUAGE, Pages
from tests.e2e.test_browser import CUT_OFF
from tests.e2e.test_browser_invitation import INVITED, LONG_NAME, READY
from tests.e2e.test_browser_languages import CUT_IN_DIALOG
from tests.e2e.test_browser_panel import PLAYER_CUT
from tests.e2e.test_browser_settings import SHOWN
from tests.e2e.test_browser_setup import SMALL_PHONE
from tests.rules.two_boards import CHAINS, MEETING
from tests.table.joined import Board, Joined, begun
from tests.table.test_away import ended

pytestmark = pytest.mark.browser

AROUND = {
    "settings": SHOWN, "asleep": False, "dark": False, "blank": False, "woken": False,
    "broker": "connected", "invitation": None,
}  # fmt: skip
EACH_SIZE = pytest.mark.parametrize("size", [PI_SCREEN, SMALL_PHONE], ids=str)
LONGEST = Words(
    "The game has stopped: the other board has ended it by a resignation that was not accepted "
    "here (entry {entry}).",
    entry=7,
)
NEXT = {"en": ["Invite again", "New game"], "de": ["Noch einmal einladen", "Neues Spiel"]}
PROMPT_CUT = """() => [...document.querySelectorAll('[data-part="prompt"]')]
    .filter((prompt) => prompt.scrollHeight > prompt.clientHeight + 1)
    .map(({ textContent }) => textContent)"""


def seen(board: Board) -> dict[str, Any]:
    """What the page of one board is sent."""
    return {**board.seen, **AROUND}


def offered_to_resign() -> Joined:
    """Ben, who has black, offers to resign."""
    joined = begun()
    joined.do(joined.black, Commanded(Command.RESIGN))
    joined.tap(joined.black, "roll")
    return joined


def buttons(visitor: Visitor) -> list[str]:
    """The large ones that do something."""
    live = '.controls [data-live="true"]:visible, .answers button:visible'
    return visitor.page.locator(live).all_inner_texts()


def test_the_page_shows_whether_the_other_board_is_there(pages: Pages) -> None:
    joined = begun()
    site, visitor = pages.show("sim", seen(joined.black))
    seat, strip = visitor.part("seat-white"), visitor.part("strip-white")
    expect(seat).to_have_text("White · other board")
    expect(strip).to_have_accessible_name("White, Ann, 0 points, 56 pips, other board")
    expect(visitor.part("seat-black")).to_have_text("Black · here")
    joined.black.hear(connected=False)
    site.show(seen(joined.black))
    expect(seat).to_have_text("White · not connected")
    joined.black.hear(connected=True, left=True)
    site.show(seen(joined.black))
    expect(seat).to_have_text("White · has left")
    expect(visitor.part("prompt")).to_have_text("Ann has left the game.")


@EACH_LANGUAGE
@EACH_SIZE
def test_which_colour_is_played_where_can_be_read(size: Size, lang: str, pages: Pages) -> None:
    board = begun().black
    board.hear(connected=False)
    site, visitor = pages.show("sim", seen(board), size, lang=lang)
    assert visitor.found(CUT_OFF, PLAYER_CUT) == []
    site.show({**seen(board), "names": {"white": LONG_NAME, "black": ""}})
    expect(visitor.part("seat-black")).to_have_text({"en": "here", "de": "hier"}[lang])
    assert visitor.found(CUT_OFF, PLAYER_CUT) == []


@EACH_LANGUAGE
@EACH_SIZE
def test_why_a_game_stands_still_can_be_read_whole(size: Size, lang: str, pages: Pages) -> None:
    board = begun().white
    board.hear(connected=False)
    site, visitor = pages.show("sim", seen(board), size, lang=lang)
    assert visitor.found(CUT_OFF, PROMPT_CUT, PLAYER_CUT) == []
    board.hear(connected=True, stopped=LONGEST)
    site.show(seen(board))
    expect(visitor.page.locator("body")).to_have_attribute("data-phase", "stopped")
    expect(visitor.part("prompt")).to_contain_text("7")
    assert visitor.found(CUT_OFF, PROMPT_CUT, PLAYER_CUT) == []
    assert buttons(visitor) == NEXT[lang]
    expect(visitor.page.locator('.commands [data-command="new-game"]')).to_be_hidden()


def test_who_was_left_invites_again_or_plays_here(pages: Pages) -> None:
    board = begun().black
    board.hear(left=True)
    site, visitor = pages.show("sim", seen(board))
    answers = visitor.part("answers")
    answers.get_by_role("button", name="New game", disabled=False).click()
    expect(visitor.dialog("setup")).to_be_visible()
    site.shown.assert_touched("new-game")
    visitor.press("Escape")
    answers.get_by_role("button", name="Invite again").click()
    site.shown.assert_touched("new-game", "new-game")
    site.show(READY)
    expect(visitor.dialog("invitation")).to_be_visible()
    site.shown.assert_touched("new-game", "new-game", "invite")


def test_without_a_broker_nobody_is_invited_again(pages: Pages) -> None:
    board = begun().black
    board.hear(left=True)
    _, visitor = pages.show("sim", {**seen(board), "broker": None})
    expect(visitor.part("answers").get_by_role("button")).to_have_text(["New game"])


def test_after_a_matchs_last_game_the_page_offers_another_one_too(pages: Pages) -> None:
    """While it is not known what follows, nobody is led out of a match with one touch."""
    over = seen(ended(None).white)
    site, visitor = pages.show("sim", over)
    answers = visitor.part("answers").get_by_role("button")
    expect(answers).to_have_text(["New game"])
    won = {"match": {"length": 1, "crawford": False}, "score": {"white": 1, "black": 0}}
    site.show({**over, **won})
    expect(answers).to_have_text(NEXT["en"])


def test_an_invitation_that_is_taken_back_is_not_made_again(pages: Pages) -> None:
    board = begun().black
    board.hear(left=True)
    site, visitor = pages.show("sim", seen(board))
    again = visitor.part("answers").get_by_role("button", name="Invite again", disabled=False)
    again.click()
    again.click()
    site.show(READY)
    expect(visitor.dialog("invitation")).to_be_visible()
    site.show(INVITED)
    expect(visitor.part("invitation-withdraw")).to_be_visible()
    site.show(READY)
    expect(visitor.part("invitation-invite")).to_be_visible()
    site.shown.assert_touched("new-game", "new-game", "invite")


def test_a_pause_is_seen_and_ended_at_both_boards(pages: Pages) -> None:
    joined = begun()
    site, visitor = pages.show("sim", seen(joined.white))
    joined.white.hear(paused=True)
    site.show(seen(joined.white))
    expect(visitor.part("prompt")).to_have_text("Paused. Go on when you are ready.")
    assert buttons(visitor) == ["Go on"]


def test_a_resignation_is_answered_where_it_is_offered_to(pages: Pages) -> None:
    joined = offered_to_resign()
    site, visitor = pages.show("sim", seen(joined.white))
    expect(visitor.part("prompt")).to_contain_text("White may accept or decline it.")
    assert buttons(visitor) == ["Accept", "Decline"]
    site.show(seen(joined.black))
    expect(visitor.part("prompt")).to_contain_text("Ann has to answer at the other board.")
    expect(visitor.part("answers").get_by_role("button")).to_have_count(0)
    assert buttons(visitor) == ["Play on"]
    expect(visitor.control("roll")).to_be_hidden()


def test_a_new_game_says_that_the_other_board_shows_it(pages: Pages) -> None:
    _, visitor = pages.show("sim", seen(begun().white))
    visitor.page.locator('.commands [data-command="new-game"]').click()
    expect(visitor.part("new-about")).to_have_text(
        "The game on the board is kept in the list, unfinished. "
        "The other board shows that you have left."
    )


@EACH_LANGUAGE
@EACH_SIZE
def test_fair_dice_show_what_both_boards_gave(size: Size, lang: str, pages: Pages) -> None:
    joined = Joined(begun().game.terms)
    site, visitor = pages.show("sim", seen(joined.white), size, lang=lang)
    promises, shares = ([chain[at].hex() for chain in CHAINS] for at in (0, 1))
    expect(visitor.part("fair-short")).to_have_text(promises[0][:6])
    site.show(seen(begun().white))
    expect(visitor.page.locator("body")).to_have_attribute("data-phase", "moving")
    visitor.press("f")
    dialog = visitor.dialog("fair")
    expect(dialog).to_be_visible()
    rows = dialog.locator("dd")
    code = {"en": "shown when the game is over", "de": "wird nach dem Spiel gezeigt"}[lang]
    expect(rows).to_have_text([*MEETING.boards, *promises, *shares, code])
    expect(visitor.part("fair-verify")).to_have_text("minigam verify 1")
    assert dialog.evaluate(CUT_IN_DIALOG) == []
    expect(dialog.locator("h2")).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_role("button")).to_be_in_viewport(ratio=1)
    expect(rows.first).to_be_in_viewport()
    assert findings(visitor.page) == []
