"""The two clocks on the page: they count by themselves, and say when little is left."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Visitor
from tests.e2e.canned import snapshot
from tests.e2e.pages import Pages
from tests.e2e.test_browser_boards import START
from tests.e2e.test_browser_panel import clock

pytestmark = pytest.mark.browser


def shown(visitor: Visitor, side: str) -> tuple[str, str]:
    part = visitor.part(f"clock-{side}")
    return part.locator(".time").inner_text(), part.locator(".delay").inner_text()


def test_without_a_clock_nothing_is_said_of_it(pages: Pages) -> None:
    _, visitor = pages.show("full-24", snapshot(START))
    expect(visitor.part("clocks")).to_be_hidden()


def test_the_delay_goes_first_then_the_bank_and_the_other_stands(pages: Pages) -> None:
    told = clock("white", white=61_000, delay=12_000)
    _, visitor = pages.show("full-24", snapshot(START, clock=told), frozen=True)
    expect(visitor.part("clock-white")).to_have_accessible_name("White has 1:01 left, and it runs")
    assert shown(visitor, "white") == ("1:01", "+12")
    visitor.page.clock.run_for(11_500)
    assert shown(visitor, "white") == ("1:01", "+1")
    visitor.page.clock.run_for(3_000)
    assert (shown(visitor, "white"), shown(visitor, "black")) == (
        ("0:59", "▶"),
        ("1:30", ""),
    )


def test_little_time_is_said_three_times_only(pages: Pages) -> None:
    _, visitor = pages.show(
        "full-24", snapshot(START, clock=clock("white", white=61_000)), frozen=True
    )
    heard = []
    for _ in range(61):
        visitor.page.clock.run_for(1_000)
        heard.append(visitor.part("clock-says").inner_text())
    assert list(dict.fromkeys(heard)) == [
        "White has 1 minute left",
        "White has 30 seconds left",
        "White has 10 seconds left",
    ]
    assert shown(visitor, "white") == ("0:00", "▶")


def test_a_fallen_flag_and_a_clock_that_stands(pages: Pages) -> None:
    told = clock(None, white=0, fallen=["white"])
    _, visitor = pages.show("full-24", snapshot(START, clock=told), frozen=True)
    visitor.page.clock.run_for(5_000)
    assert (shown(visitor, "white"), shown(visitor, "black")) == (
        ("0:00", "⚑"),
        ("1:30", ""),
    )
