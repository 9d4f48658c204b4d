"""What the prompt says is done, by mouse, finger and keys, through games of every rule set.

A person knows no more than the words they read: each kind of sentence stands here with what on the
page does it. All that a prompt names must be there; one of it is touched, and nothing refuses.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle, product
from random import Random

import pytest
from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as TimedOut

from minigam.rules.ruleset import RULE_SETS
from tests.e2e.browser import KEYS, PHONE, PI_SCREEN, Visitor, walk
from tests.e2e.browser import click as mouse
from tests.e2e.browser import tap as finger
from tests.e2e.pages import Pages
from tests.tiers import some

pytestmark = pytest.mark.browser

LARGE = ".controls button[data-live=true], .answers button:not([aria-disabled])"
CHOICE = "button.choice"
COMMAND = ".commands button:not([data-command=new-game])"
FACES = ", ".join(f"[data-zone=point-{face}]" for face in range(1, 7))
TARGET = ".zone:is([data-state=target], [data-state=hit])"
LIT = f".zone[data-state=source], {TARGET}"

ONWARD: dict[str, tuple[str, str]] = {
    r"(?<!about) to roll\b|\broll at once\b": (LARGE, "Roll"),
    r"\bconfirm\b": (LARGE, "Confirm"),
    r"\bbegin\b": (LARGE, "Begin"),
    r"\bwins\b|\bis off first\b|^A draw\b|\bSet up your own": (LARGE, ""),
    r"\btap a checker to move\b": (".zone[data-state=source]", ""),
    r"\btap (a lit target|the lit pawn)\b|^Move for\b|\bcomputer's step\b": (TARGET, ""),
    r"\btap the number\b": (FACES, ""),
    r"\btap the face\b": (FACES, ""),
    r"\btake or\b": (LARGE, "Take"),
    r"\baccept\b": (LARGE, "Accept"),
    r"\bResign, or": (LARGE, "Resign"),
    r"\bTake all back, or": (LARGE, "Take all back"),
    r"\bOffer it\b": (LARGE, "Offer"),
    r"^Paused\b": (LARGE, ""),
    r": roll\.$": (LARGE, "Roll"),
    r"\btap (it|that point|there|white's bar|the (lit|last|point|off))\b": (LIT, ""),
    r"\bplay the \d again\b": (LIT, ""),
    r"\btake back the last\b": (LARGE, "Take back"),
}
OTHERWISE: dict[str, tuple[str, str]] = {
    r"\btake it back\b": (LARGE, "Take back"),
    r"\bgo back\b": (LARGE, "Back"),
    r"\bor doubles?\b": (COMMAND, "Double"),
    r"\bTap what you want to change\b|\bChoose from the menu\b": (CHOICE, ""),
    r"\bor drop\b": (LARGE, "Drop"),
    r"\bwithdraw\b": (LARGE, "With\u00addraw"),
    r"\bdecline\b": (LARGE, "Decline"),
    r"\bplay on\b": (LARGE, "Play on"),
}
"""What a prompt may say: where on the page that is done, and what it is called there."""
WAITS = r"^The dice are rolling| passes\.$|, the computer,|^The computer is thinking"
"""Where the page only says what goes on."""
PHASES = {"attract", "opening", "to-throw", "moving", "turn-over", "menu", "resigning", "game-over"}
"""Every game is walked through these."""
BOARDS = {6: "sim", 16: "dice-16", 24: "full-24"}
COMMAND_KEYS = {"double": "d", "menu": "m"}
DETOURS = 0.1
"""How often a person does not what leads on, but something else that is there."""
NAME = "({ dataset: { zone, tap, control, command } }) => zone ?? tap ?? control ?? command"
SEEN = """() => JSON.stringify([
    document.querySelector('main').innerText,
    [...document.querySelectorAll('.zone, .die')].map(({ dataset }) => ({ ...dataset })),
    document.querySelector('dialog[data-dialog=new]').open,
])"""
"""A new game in a match is asked about first."""
SETTLED = """() => !document.querySelector('.touched, :is(.answers, .controls) [aria-disabled]')
    && document.querySelector('[data-part="prompt"]').innerText !== ''"""
"""Answers and roll take no touch at first, and long news hide the prompt for a while."""
CHANGED = f"(before) => !document.querySelector('.touched') && ({SEEN})() !== before"
TRIES, PATIENCE_MS = 3, 5000
DICE = ("electronic", "hand")
LEAST_TOUCHES, MOST_TOUCHES = 50, 400


def keys(place: Locator, highest: int) -> None:
    """A name by its key, a point by its number, and all else with Tab and Enter."""
    name = place.evaluate(NAME)
    number = re.fullmatch(r"(?:point|face)-(\d+)", name)
    if number:
        place.page.keyboard.type(number[1])
        if 10 * int(number[1]) <= highest:  # else there is nothing to wait for
            place.page.keyboard.press("Enter")
    elif key := {**KEYS, **COMMAND_KEYS}.get(name):
        place.page.keyboard.press(key)
    else:
        walk(place.page, name)


Hand = Callable[[Locator, int], None]
HANDS: dict[str, Hand] = {
    "mouse": lambda place, _: place.click(timeout=PATIENCE_MS),
    "finger": lambda place, _: place.tap(timeout=PATIENCE_MS),
    "keys": keys,
}


@dataclass
class Walker:
    """Reads the prompt, and does some of what it says."""

    visitor: Visitor
    chance: Random
    hand: Hand
    points: int
    phases: set[str] = field(default_factory=set)

    def go_on(self) -> None:
        """One prompt; now and then a button of a command instead, which leads to other prompts."""
        self.visitor.page.wait_for_function(SETTLED)
        self.closes_the_form()
        self.phases.add(self.visitor.phase)
        prompt = self.visitor.part("prompt").inner_text()
        onward, otherwise = self.named(ONWARD, prompt), self.named(OTHERWISE, prompt)
        if not onward + otherwise:
            assert re.search(WAITS, prompt), (prompt, self.visitor.page.inner_text("main"))
            self.visitor.page.wait_for_function(CHANGED, arg=self.visitor.page.evaluate(SEEN))
            return
        others = [*otherwise, *filter(None, [self.seen(COMMAND, "")])]
        turns_aside = not onward or (others and self.chance.random() < DETOURS)
        found = others if turns_aside else onward
        self.touch(self.chance.choice(self.chance.choice(found)), prompt)

    def named(self, said: dict[str, tuple[str, str]], prompt: str) -> list[list[Locator]]:
        """For each thing that the prompt names, the places that do it; there must be one."""
        found = {
            words: self.seen(*place)
            for words, place in said.items()
            if re.search(words, prompt, re.IGNORECASE)
        }
        assert [words for words, places in found.items() if not places] == [], prompt
        return list(found.values())

    def seen(self, selector: str, name: str) -> list[Locator]:
        """What of the page that is, where it can be seen and touched.

        On a phone that the board fills commands are opened first.
        """
        further = self.visitor.page.locator(".further[aria-expanded=false]")
        if selector == COMMAND and further.is_visible():
            further.click()
        places = self.visitor.page.locator(selector)
        named = places.filter(has_text=re.compile(rf"^{name}", re.I)) if name else places
        return [place for place in named.all() if place.is_visible() and place.is_enabled()]

    def touch(self, place: Locator, prompt: str) -> None:
        """Touch it; again, where that was too soon, as the page says, or a form lay over it."""
        reason = self.visitor.part("reason")
        for _ in range(TRIES):
            changed = self.changed_by(place, prompt)
            too_soon = reason.get_attribute("data-code") == "too-soon"
            if not too_soon and (changed or not self.closes_the_form()):
                break
        assert changed, f"{prompt} {place} changed nothing"
        assert reason.get_attribute("data-at") == "", (prompt, reason.inner_text())

    def closes_the_form(self) -> bool:
        """Whether a form was open; the set-up's comes some time after the prompt of the set-up."""
        is_open = self.visitor.page.locator("dialog[open]").count() > 0
        if is_open:
            self.visitor.press("Escape")
        return is_open

    def changed_by(self, place: Locator, prompt: str) -> bool:
        """Whether a touch changes anything that can be seen."""
        before = self.visitor.page.evaluate(SEEN)
        try:
            self.hand(place, self.highest(prompt))
            self.visitor.page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE_MS)
        except TimedOut:
            return False
        return True

    def highest(self, prompt: str) -> int:
        """The highest number that may be typed now."""
        if "by hand" in prompt:
            return 6
        numbers = [
            int(found[1])
            for choice in self.seen(CHOICE, "")
            if (found := re.search(r"-(\d+)$", choice.get_attribute("data-tap") or ""))
        ]
        return max(numbers, default=self.points)


ONCE = list(zip(RULE_SETS, cycle(HANDS), strict=False))
WALKS = [*ONCE, *(walk for walk in product(RULE_SETS, HANDS) if walk not in ONCE)]
"""Every game with one hand, then with the two others."""


@pytest.mark.parametrize(("rules", "hand"), some(WALKS, len(ONCE)))
def test_what_the_prompt_says_is_done(rules: str, hand: str, pages: Pages) -> None:
    chance, points = Random(f"{rules} {hand}"), RULE_SETS[rules].layout.points
    options = ("--board", BOARDS[points], "--rules", rules, "--dice", chance.choice(DICE))
    size = PHONE if hand == "finger" else PI_SCREEN
    _, visitor = pages.play(*options, size=size, hand=finger if hand == "finger" else mouse)
    walker = Walker(visitor, chance, HANDS[hand], points)
    for number in range(MOST_TOUCHES):
        if number > LEAST_TOUCHES and walker.phases >= PHASES:
            return
        walker.go_on()
    raise AssertionError(f"expected every phase, got {walker.phases}")
