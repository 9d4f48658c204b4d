"""Others in the network watch; a phone plays only if somebody at the board has let it in.

Who stands at the board is a browser on this machine: it sees the strip, and has its roll.
The others come by another address, as from the network.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, expect

from minigam.board.lighting import FACE_PIXELS, PIPS
from tests.e2e.browser import PHONE, REFUSED, Visitor, findings
from tests.e2e.daemon import Daemon, minigam, running
from tests.e2e.pages import Pages

pytestmark = pytest.mark.browser

ELSEWHERE = "127.0.0.2"
FACES = {pips: value for value, pips in PIPS.items()}
WATCH = """async () => {
    const { segments } = await (await fetch('/api/board')).json();
    const { first, count } = segments.dice;
    const look = () => Array.from({ length: count }, (_, at) =>
        document.querySelector(`[data-pixel="${first + at}"]`).dataset.rgb);
    window.looks = [];
    new MutationObserver(() => {
        const dice = look().map((rgb) => (rgb === '000000' ? '.' : '#')).join('');
        if (dice !== window.looks.at(-1)) window.looks.push(dice);
    }).observe(document.querySelector('.lights'), { subtree: true, attributeFilter: ['data-rgb'] });
}"""
LIT = "() => window.looks.filter((dice) => dice.includes('#'))"


@pytest.fixture(name="daemon")
def _daemon(tmp_path: Path) -> Iterator[Daemon]:
    with running(tmp_path / "data", "--listen", ELSEWHERE) as daemon:
        yield daemon


def elsewhere(daemon: Daemon) -> str:
    return f"http://{ELSEWHERE}:{daemon.port}"


def code_on_the_dice(page: Page) -> str:
    """What a person reads off the drawn dice, from the first showing on."""
    page.wait_for_function(f"() => ({LIT})().length >= 4", timeout=20_000)
    return "".join(faces_of(dice) for dice in page.evaluate(LIT)[:4])


def faces_of(dice: str) -> str:
    halves = dice[:FACE_PIXELS], dice[FACE_PIXELS:]
    return "".join(
        str(FACES[frozenset(at for at, lit in enumerate(half) if lit == "#")]) for half in halves
    )


def pair(phone: Visitor, board: Visitor, name: str = "") -> None:
    dialog = phone.dialog("pair")
    board.page.evaluate(WATCH)
    phone.page.get_by_role("button", name="Pair this phone").click()
    expect(phone.part("pair-code")).to_be_visible()
    assert findings(phone.page) == []
    expect(board.part("reason")).to_contain_text("Someone pairs a phone")
    phone.part("pair-code").fill(code_on_the_dice(board.page))
    phone.part("pair-name").fill(name)
    phone.part("pair-send").click()
    expect(phone.part("pair-status")).to_contain_text("Now press roll")
    expect(board.part("reason")).to_contain_text("Let the phone in")
    board.control("roll").click()
    phone.page.wait_for_selector('body[data-visitor="paired"]')
    expect(phone.part("pair-status")).to_have_text("This phone is paired.")
    dialog.get_by_role("button", name="Close").click()


def post(visitor: Visitor, path: str, body: Any, **headers: str) -> APIResponse:
    return visitor.page.context.request.post(path, data=body, headers=headers)


def refusal(answer: APIResponse) -> tuple[int, str]:
    return answer.status, answer.json()["error"]["code"]


def paired(pages: Pages, daemon: Daemon) -> tuple[Visitor, Visitor]:
    """The board's own page, and a phone that was let in."""
    board, phone = pages.visit(daemon.url), pages.visit(elsewhere(daemon), PHONE)
    pair(phone, board)
    return board, phone


def test_two_watch_and_a_paired_phone_plays(daemon: Daemon, pages: Pages) -> None:
    url = elsewhere(daemon)
    board = pages.visit(daemon.url)
    one = pages.visit(url)
    two = pages.visit(url, PHONE)
    phone = pages.visit(url, PHONE)
    for spectator in (one, two, phone):
        expect(spectator.page.get_by_text("You are watching.")).to_be_visible()
        expect(spectator.control("roll")).to_be_hidden()
        expect(spectator.zone("point-1")).to_have_attribute("role", "img")
        assert findings(spectator.page) == []
    assert refusal(post(one, f"{url}/api/sim/tap", {"input": "roll"}, Origin=url)) == (
        *(403,),
        "watching",
    )
    pair(phone, board, "Ann's phone")
    assert board.phase == "attract"  # the press that let it in has started no game
    assert dice_lit(board)
    assert not any(dice_lit(visitor) for visitor in (one, two, phone))

    expect(phone.control("roll")).to_be_visible()
    phone.touch("roll")
    for visitor in (board, one, two):
        expect(visitor.page.locator("body")).to_have_attribute("data-phase", "opening")

    listed = minigam("pairings", "--port", str(daemon.port))
    assert listed.status == 0
    assert "Ann's phone" in listed.out


def dice_lit(visitor: Visitor) -> bool:
    """Whether any frame that a page was sent has lit the dice."""
    segment = visitor.page.evaluate(
        "async () => (await (await fetch('/api/board')).json()).segments.dice"
    )
    first, last = 6 * segment["first"], 6 * (segment["first"] + segment["count"])
    return any(frame[first:last].strip("0") for frame in visitor.frames)


def test_half_a_code_is_not_sent(daemon: Daemon, pages: Pages) -> None:
    """It would use up one of three tries."""
    phone = pages.visit(elsewhere(daemon), PHONE)
    phone.tolerated = REFUSED
    sent: list[str] = []
    phone.page.on("request", lambda request: sent.append(request.url))
    phone.page.get_by_role("button", name="Pair this phone").click()
    code, send = phone.part("pair-code"), phone.part("pair-send")
    expect(code).to_be_visible()
    expect(send).to_be_disabled()
    code.fill("12 34")
    code.press("Enter")
    expect(send).to_be_disabled()
    code.fill("12 34 56 12")
    expect(send).to_be_enabled()
    code.press("Enter")
    expect(phone.part("pair-status")).to_contain_text("tries left: 2")
    assert len([url for url in sent if "/api/pair/code" in url]) == 1


def test_a_forged_origin_does_nothing(daemon: Daemon, pages: Pages) -> None:
    url = elsewhere(daemon)
    _, phone = paired(pages, daemon)
    tap = f"{url}/api/sim/tap"
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {}):
        answer = post(phone, tap, {"input": "roll"}, **headers)
        assert refusal(answer) == (403, "foreign-origin")
    assert post(phone, tap, {"input": "roll"}, Origin=url).status == 200

    # A page of another origin in the very same browser.
    stranger = phone.page.context.new_page()
    stranger.goto(f"{daemon.url}/icon.svg")
    reached = stranger.evaluate(REACH, url)
    assert reached == {"fetch": "refused", "socket": "refused"}


REACH = """async (url) => {
    const body = JSON.stringify({ input: 'undo' });
    const options = { method: 'POST', credentials: 'include', mode: 'no-cors', body };
    const answered = await fetch(`${url}/api/sim/tap`, options).then(
        ({ type, status }) => (type === 'opaque' ? 'refused' : String(status)), () => 'refused');
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/events`);
    const opened = await new Promise((resolve) => {
        socket.onopen = () => resolve('opened');
        socket.onerror = () => resolve('refused');
    });
    return { fetch: answered, socket: opened };
}"""


def test_a_token_is_worth_nothing_once_it_is_revoked(daemon: Daemon, pages: Pages) -> None:
    url = elsewhere(daemon)
    board, phone = paired(pages, daemon)
    (cookie,) = phone.page.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/")
    assert cookie["value"] not in (daemon.data / "pairings.json").read_text()

    thief = pages.opened.enter_context(pages.browser.new_context())
    thief.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": url}])
    assert thief.request.get(f"{url}/api/me").json()["visitor"] == "paired"

    board.page.get_by_role("button", name="Phones").click()
    expect(board.part("phones-list")).to_contain_text("12 h left")
    expect(board.part("phones-address")).to_have_text(re.compile(r"^http://[^ ]+/$"))
    code = board.part("phones-code")
    assert code.evaluate("async it => { await it.decode(); return it.naturalWidth; }") > 0
    assert findings(board.page) == []
    board.page.get_by_role("button", name="End").click()
    expect(board.part("phones-list")).to_have_text("No phone is paired.")
    phone.page.wait_for_selector('body[data-visitor="watching"]')
    tap = f"{url}/api/sim/tap"
    replayed = thief.request.post(tap, data={"input": "roll"}, headers={"Origin": url})
    assert refusal(replayed) == (403, "watching")
    assert refusal(post(phone, tap, {"input": "roll"}, Origin=url)) == (403, "watching")


def test_twenty_wrong_codes_lock_the_board(daemon: Daemon, pages: Pages) -> None:
    url = elsewhere(daemon)
    board = pages.visit(daemon.url)
    phone = pages.visit(url, PHONE)
    ticket = post(phone, f"{url}/api/pair", {}, Origin=url).json()["ticket"]
    guess = {"ticket": ticket, "code": "00000000"}
    guesses = [post(phone, f"{url}/api/pair/code", guess, Origin=url) for _ in range(20)]
    assert [refusal(answer) for answer in guesses] == [
        *[(403, "wrong-code")] * 2,
        *[(409, "pairing")] * 17,
        (429, "too-often"),
    ]
    answer = post(phone, f"{url}/api/pair", {}, Origin=url)
    assert refusal(answer) == (429, "too-often")
    assert 290 < int(answer.headers["retry-after"]) <= 300
    expect(board.part("reason")).to_contain_text("many wrong codes")
    phone.tolerated = REFUSED
    phone.page.get_by_role("button", name="Pair this phone").click()
    expect(phone.part("pair-status")).to_contain_text("too many wrong codes: wait for 5 minutes")
