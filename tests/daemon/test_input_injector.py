"""The simulated finger: one input once, and no touch for a client that is gone."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from minigam.errors import RequestError
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase
from minigam.table.two_buttons import options
from minigam.table.zones import zone_in
from minigam.web.interfaces import Sure, nothing_between
from minigam.web.requests import WatchingError
from tests.daemon.serving import Served, Start


@pytest.mark.parametrize(
    ("names", "got"),
    [
        (["undo"] * 540, "undo, "),
        (["undo", "point-1", "undo"], "undo, "),
        (["roll", "roll-white"], "roll-white, roll-white"),
    ],
    ids=["often", "twice", "by-either-name"],
)
async def test_an_input_is_held_once(names: list[str], got: str, start: Start) -> None:
    async with start() as served:
        with pytest.raises(RequestError, match=f"expected each input once, got {got}"):
            await served.touch.hold(names, 0.1)


async def test_a_board_of_buttons_takes_no_checkers(start: Start) -> None:
    message = "this board feels taps, not checkers: expected POST /api/sim/tap instead"
    async with start() as served:
        with pytest.raises(RequestError, match=message):
            await served.touch.place("point-1", 1)
        with pytest.raises(RequestError, match=message):
            await served.touch.lay()


async def test_touches_stay_apart_where_the_machine_stands_still_before_one(start: Start) -> None:
    """Three within a fifth of a second would be taken for a cat, and the third not be heard."""
    clock = asyncio.get_running_loop().time

    def still() -> None:
        end = clock() + 0.05
        while clock() < end:
            pass

    async with start() as served:
        for sure in (still, nothing_between, nothing_between):
            await served.touch.tap("point-2", sure)
        assert served.table.state.setup.white == "hard"


async def until(so: Callable[[], bool]) -> None:
    while not so():
        await asyncio.sleep(0)


def ask_for_a_hold(served: Served, names: list[str]) -> asyncio.Task[Any]:
    asked = {"inputs": names, "seconds": 6.0}
    return asyncio.create_task(served.post("/api/sim/hold", asked))


async def test_a_hold_whose_client_is_gone_lets_go_at_once_and_those_that_wait_are_dropped(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start() as served:
        hold, levels = served.touch.hold, served.parts.inputs.levels
        asked: list[list[str]] = []

        async def noted(names: list[str], _seconds: float, sure: Sure) -> None:
            asked.append(names)
            await hold(names, 1000.0, sure)  # for longer than the test may take

        monkeypatch.setattr(served.touch, "hold", noted)
        clients = [ask_for_a_hold(served, ["undo", "point-1"])]
        await until(lambda: levels()["point-1"])
        clients += [ask_for_a_hold(served, ["bar-white"]) for _ in range(10)]
        await until(lambda: len(asked) == len(clients))
        for client in clients:
            client.cancel()
        await served.touch.tap("point-2")
        assert not any(levels()[name] for name in served.table.profile.inputs)
        assert served.table.state.setup.white == "easy"


async def test_a_command_does_what_it_is_called_and_an_unknown_one_lists_the_others(
    start: Start,
) -> None:
    async with start() as served:
        while served.table.state.game.side is None:
            await served.touch.tap("roll")
        answers = [
            await served.post("/api/command", {"command": name})
            for name in ("menu", "resign", "dance")
        ]
        message = (
            "unknown command 'dance'; expected one of: "
            "menu, new-game, double, hint, best-play, resign, begin, first-game"
        )
        unknown = {"ok": False, "error": {"code": "unknown-name", "message": message}}
        assert answers == [(200, {"ok": True}), (200, {"ok": True}), (404, unknown)]
        assert served.table.state.phase is Phase.RESIGNING


async def test_a_checker_is_moved_by_its_places(start: Start) -> None:
    async with start() as served:
        while served.table.state.phase is not Phase.MOVING:
            await served.touch.tap("roll")
        await served.touch.tap("undo")  # whatever the computer or a tap may have left
        turn = served.table.state.turn
        assert turn is not None
        made = turn.next_steps[0]
        places = [zone_in(turn, place) for place in (made.source, *made.path)]
        body = {"from": places[0], "to": None}
        assert await served.post("/api/move", body) == (200, {"ok": True})
        assert served.table.state.selected is not None
        assert await served.post("/api/move", {**body, "to": places[1]}) == (200, {"ok": True})
        assert served.table.state.turn == turn.play(made)


@pytest.mark.parametrize(
    ("board", "body", "code", "message"),
    [
        ("sim", {"from": "point-9", "to": None}, "unknown-name", "unknown zone 'point-9'; "),
        ("sim", {"from": "point-1", "to": "roll"}, "unknown-name", "unknown zone 'roll'; "),
        ("sim", {"from": "point-1", "to": ""}, "unknown-name", "unknown zone ''; "),
        ("sim", {"from": "point-1"}, "bad-request", "expected an object with from, to, got "),
        ("sim", {"from": 1, "to": None}, "bad-request", "from: expected a text, got 1"),
        ("sim", {"from": "point-1", "to": 2}, "bad-request", "to: expected a text or null, got 2"),
        (
            "sim-hall",
            {"from": "point-1", "to": None},
            "wrong-board",
            "This board feels its ",
        ),
    ],
)
async def test_a_move_that_cannot_be_is_told_why(
    board: str, body: Any, code: str, message: str, start: Start
) -> None:
    async with start(board=board) as served:
        _, answer = await served.post("/api/move", body)
        assert answer["error"]["code"] == code
        assert answer["error"]["message"].startswith(message)


async def test_a_board_that_sleeps_is_only_woken_by_a_command(start: Start) -> None:
    async with start() as served:
        await served.touch.tap("roll")
        served.table.sleep.asleep = True
        await served.touch.command("menu")
        assert (served.table.sleep.asleep, served.table.state.phase) == (False, Phase.OPENING)
        await served.touch.command("menu")
        assert served.table.state.phase is Phase.MENU


async def test_a_command_is_not_given_for_who_may_no_longer_touch(start: Start) -> None:
    async with start() as served:
        await served.touch.tap("roll")
        with pytest.raises(WatchingError, match="revoked"):
            await served.touch.command("menu", revoked)
        assert served.table.state.phase is Phase.OPENING


def revoked() -> None:
    raise WatchingError("revoked")


async def test_what_has_come_between_is_asked_when_the_board_is_free(start: Start) -> None:
    async with start() as served:
        asked: list[bool] = []
        touch, levels = served.touch, served.parts.inputs.levels

        def sure() -> None:
            asked.append(levels()["undo"])
            revoked()

        first = asyncio.ensure_future(touch.hold(["undo"], 0.1))
        await until(lambda: levels()["undo"])
        for touched in (touch.tap("point-2", sure), touch.hold(["point-2"], 6.0, sure)):
            with pytest.raises(WatchingError, match="revoked"):
                await touched
        await first
        assert asked == [False, False]
        assert served.table.state.setup.white == "human"


async def test_no_checker_is_moved_by_who_may_no_more(start: Start) -> None:
    async with start(board="sim-hall") as served:
        touch, levels = served.touch, served.parts.inputs.levels
        before = levels()
        for move in (
            touch.place("point-1", 3, revoked),
            touch.lay(revoked),
            touch.tap("bar-white", revoked),
        ):
            with pytest.raises(WatchingError, match="revoked"):
                await move
        assert levels() == before


@pytest.mark.parametrize("board", ["sim", "sim-hall"])
async def test_who_presses_the_pages_roll_twice_has_not_accepted_for_the_other(
    board: str, start: Start
) -> None:
    async with start(board=board) as served:
        touch, table = served.touch, served.table
        if board == "sim-hall":
            await touch.lay()
        while table.state.game.side is None:
            await touch.tap("roll")
        await touch.hold(["undo"], 1.3)
        await touch.tap("point-3")
        for _ in range(4):
            await touch.tap("roll")
            await asyncio.sleep(0.3)
        assert (table.state.phase, table.state.game.score) == (Phase.RESIGNING, (0, 0))
        proposal = table.state.proposal
        assert proposal is not None
        names = [choice["zone"] for choice in snapshot(table.state, 1)["choices"]]
        assert "accept" in names
        await touch.tap("accept")
        assert table.state.phase is Phase.GAME_OVER
        assert table.state.game.result is not None
        assert table.state.game.result.winner is proposal.by.other


async def test_a_choice_that_is_never_offered_is_given_up(start: Start) -> None:
    """Hands off the board are waited for: more presses would only make it wait longer."""
    async with start(board="sim-hall", dice="hand") as served:
        touch, table = served.touch, served.table
        await touch.lay()
        await touch.tap("roll")
        names = [choice.zone for choice in options(table.state)]
        await touch.hold(["roll-white", "roll-black", "undo"], 0.1)
        assert table.state.transient.hands_off is not None
        pressed: list[None] = []
        with pytest.raises(RequestError, match="take your hands off it, and try again"):
            await touch.tap("face-3", lambda: pressed.append(None))
        assert len(pressed) == len(names) + 1


async def test_a_set_up_is_filled_in_and_shown_again(start: Start) -> None:
    async with start() as served:
        filled = await served.post("/api/setup", {"black": "easy", "length": 5, "stake": "0.50"})
        found = served.daemon.screen.setup()
        present = {it["name"]: it["value"] for each in found["groups"] for it in each["fields"]}
        assert (filled, found["open"]) == ((200, {"ok": True}), True)
        assert present == {
            "rules": "minigam",
            "length": "5",
            "white": "human",
            "black": "easy",
            "help": "none",
            "dice": "electronic",
            "enter_on_own": True,
            "second_die": "order",
            "clock": "off",
            "stake": "0.50",
            "unit": "EUR",
        }


async def test_a_set_up_that_does_not_fit_is_refused_as_a_whole(start: Start) -> None:
    async with start() as served:
        before = served.table.state
        message = (
            "unknown value of Black 'clever'; expected one of: human, easy, medium, hard, expert"
        )
        refused = await served.post("/api/setup", {"length": 5, "black": "clever"})
        unknown = {"code": "unknown-name", "message": message}
        assert refused == (404, {"ok": False, "error": unknown})
        assert served.table.state == before
        await served.touch.command("begin")
        begun = await served.post("/api/setup", {"length": 5})
        message = "A game is going on: begin a new one to set it up."
        assert begun == (
            400,
            {"ok": False, "error": {"code": "bad-request", "message": message}},
        )


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("setup", {"black": "x"}, "Unbekannt: Wert von Schwarz 'x'; erwartet wird human, easy, me"),
        ("setup", {"black": 1.5}, "black: Erwartet wird ein Text, eine ganze Zahl, true oder fal"),
        ("command", {"command": "x"}, "Unbekannt: Befehl 'x'; erwartet wird menu, "),
        ("tap", {"input": "x"}, "Unbekannt: Eingang 'x'; erwartet wird "),
        ("move", {"from": "x", "to": None}, "Unbekannt: Ort 'x'; erwartet wird "),
        ("sim/place", {"zone": "x", "count": 1}, "Unbekannt: Ort 'x'; erwartet wird "),
    ],
)
async def test_a_refusal_is_in_the_language_that_is_asked_for(
    path: str, body: dict[str, object], message: str, start: Start
) -> None:
    async with start(board="sim-hall" if path == "sim/place" else "sim") as served:
        _, refused = await served.post(f"/api/{path}?lang=de", body)
        assert refused["error"]["message"].startswith(message)


async def test_a_board_that_sleeps_wakes_and_is_set_up(start: Start) -> None:
    async with start() as served:
        served.table.sleep.asleep = True
        await served.touch.set_up({"black": "hard"})
        assert (served.table.sleep.asleep, served.table.state.setup.black) == (False, "hard")
