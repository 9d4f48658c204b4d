"""Whole games by the HTTP contract, and what the commands say of them afterwards."""

import asyncio
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.e2e.daemon import Daemon, minigam, running
from tests.e2e.guest import Guest, Snapshot, visiting

pytestmark = pytest.mark.slow

FIELDS = {
    "bars", "choices", "checkers", "clock", "commands", "controls", "cube", "dice", "dice_mode",
    "advice", "fairness", "far_targets", "game", "hints", "hits", "last_play", "numbers", "pips",
    "lifted", "match", "may_end", "message", "offered", "options", "phase", "plays", "position",
    "names", "prompt", "proposal", "report", "result", "rules", "score", "seats", "selected",
    "selected_face",
    "solving", "sources", "spoken", "step", "targets", "teacher", "title", "totals", "turn",
    "verdict", "waits_for", "wrong", "stake", "tutorial",
    "rebuilding", "away", "asleep", "dark", "blank", "woken", "settings",
    "broker", "invitation",
}  # fmt: skip
PHASES = {
    "attract", "opening", "to-throw", "moving", "turn-over", "passing", "resigning", "game-over",
}  # fmt: skip
PLACES = ("bar-white", *(f"point-{number}" for number in range(1, 7)), "bar-black")
LANDINGS = {"target", "hit", "off"}


@dataclass(frozen=True)
class Game:
    black: str
    data: Path
    told: list[Snapshot]
    """Every snapshot of the WebSocket."""

    @property
    def end(self) -> Snapshot:
        return self.told[-1]

    @property
    def turns(self) -> list[dict[str, Any]]:
        """Each turn: the position before, the side, roll and play, and the position after."""
        ends = [new for old, new in pairwise(self.told) if old["plays"] != new["plays"]]
        return [
            {"before": old["position"], **new["plays"][-1], "after": new["position"]}
            for old, new in pairwise([self.told[0], *ends])
        ]


@pytest.mark.parametrize("black", ["human", "easy"])
def test_a_whole_game_by_taps_alone(black: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data, "--black", black) as daemon:
        game = Game(black, data, asyncio.run(play(daemon)))
    ends_with_a_result(game)
    is_played_by_the_rules(game)
    is_in_the_list(game)
    is_shown_in_words(game)
    has_fair_dice(game)
    shows_a_forged_opening(game, tmp_path / "forged")
    for number in (2, 5, 9):
        shows_a_forged_roll(game, number, tmp_path / f"forged-{number}")


async def play(daemon: Daemon) -> list[Snapshot]:
    async with visiting(daemon, Random(1)) as guest:
        async for state in guest.play(lambda state: bool(state["result"])):
            await check(guest, state)
        return [json.loads(message) for message in guest.heard]


async def check(guest: Guest, state: Snapshot) -> None:
    """A snapshot keeps its promises, and the lights say the same."""
    assert state.keys() == FIELDS
    assert state["phase"] in PHASES
    assert checkers_in(state) == {"white": 8, "black": 8}
    zones = state["checkers"]
    assert "".join(letter(zones.get(zone, [])) for zone in PLACES) == state["position"]
    lights = lit(await guest.get("/api/lights"))
    if state["phase"] != "moving":
        assert (state["selected"], state["sources"], state["targets"]) == (None, [], [])
    elif state["selected"]:
        assert state["sources"] == []
        assert lights["selected"] == {state["selected"]}
        assert lights["landings"] == set(state["targets"]) != set()
    else:
        assert state["targets"] == []
        assert lights["source"] == set(state["sources"])


def checkers_in(state: Snapshot) -> dict[str, int]:
    """All checkers of each side, those borne off included."""
    groups = [group for groups in state["checkers"].values() for group in groups]
    return {
        side: sum(group["count"] for group in groups if group["side"] == side)
        for side in ("white", "black")
    }


def letter(groups: list[dict[str, Any]]) -> str:
    if not groups:
        return "-"
    (group,) = groups
    return chr(ord("A" if group["side"] == "white" else "a") + group["count"] - 1)


def lit(lights: dict[str, Any]) -> dict[str, set[str]]:
    """The zones whose lights mean something for a step."""
    by_meaning: dict[str, set[str]] = {"source": set(), "selected": set(), "landings": set()}
    for zone, light in lights.items():
        meaning = "landings" if light["meaning"] in LANDINGS else light["meaning"]
        by_meaning.setdefault(meaning, set()).add(zone)
    return by_meaning


def ends_with_a_result(game: Game) -> None:
    start, end = game.told[0], game.end
    assert (start["phase"], start["position"], start["turn"]) == ("attract", "H------h", None)
    winner = end["turn"]
    assert end["phase"] == "game-over"
    assert end["result"] == {"winner": winner, "points": 1, "kind": "single"}
    assert end["score"] == {"white": int(winner == "white"), "black": int(winner == "black")}
    assert end["checkers"][f"off-{winner}"] == [{"side": winner, "count": 8}]
    assert end["seats"] == {"white": "human", "black": game.black}


def is_played_by_the_rules(game: Game) -> None:
    answers = [json.loads(line) for line in engine(game).splitlines()]
    for turn, answer in zip(game.turns, answers, strict=True):
        assert turn["after"] in [play["position"] for play in answer["plays"]]
        assert (turn["play"] == "pass") is (answer["plays"][0]["play"] == "pass")
    assert all(one["side"] != other["side"] for one, other in pairwise(game.turns))


def engine(game: Game) -> str:
    asked = {"op": "legal", "rules": "minigam"}
    questions = (
        {**asked, "position": turn["before"], "turn": turn["side"], "roll": turn["roll"]}
        for turn in game.turns
    )
    ended = minigam("engine", stdin="".join(f"{json.dumps(line)}\n" for line in questions))
    assert (ended.status, ended.err) == (0, "")
    return ended.out


def is_in_the_list(game: Game) -> None:
    ended = minigam("games", "--data", game.data)
    when = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    rest = (
        f"minigam  human - {game.black}  {f'turns: {len(game.turns)}':>10}  "
        f"{game.end['result']['winner']} won\n"
    )
    assert (ended.status, ended.err) == (0, "")
    assert re.fullmatch(rf"    1  {when}  {re.escape(rest)}", ended.out)


def is_shown_in_words(game: Game) -> None:
    fairness = game.end["fairness"]
    lines = [
        "Game 1: Minigam",
        f"White: human. Black: {game.black}. Dice: electronic.",
        f"The dice were promised by SHA-256 {fairness['commitment']}.",
        f"White added {fairness['white']}, black {fairness['black']}.",
        "",
        *(
            f"{count:4}. {turn['side']:5}  {turn['roll'][0]}-{turn['roll'][1]}  {turn['text']}"
            for count, turn in enumerate(game.turns, start=1)
        ),
        "",
        f"Position: {game.end['position']}",
        game.end["prompt"]["text"].removesuffix(" Press roll for a rematch."),
        f"The dice secret was {fairness['secret']}: check it with `minigam verify 1`.",
        f"The game's code is {fairness['code']}.",
    ]
    ended = minigam("show", "1", "--data", game.data)
    assert (ended.status, ended.out.splitlines(), ended.err) == (0, lines, "")


def has_fair_dice(game: Game) -> None:
    rolls = len(list(rolls_of(game.data)))
    ended = minigam("verify", "1", "--data", game.data)
    end = game.end["result"]
    result = f"{end['winner']} won {end['points']} ({end['kind']}, off)"
    lines = [
        "yes: the game was played as the journal says",
        f"  rules: turns: {len(game.turns)}, each as the rules allow",
        f"  dice: rolls: {rolls}, each as promised before the first",
        f"  end: {result}, as the journal closed it",
        f"  code: {game.end['fairness']['code']}",
    ]
    assert (ended.status, ended.out.splitlines(), ended.err) == (0, lines, "")
    assert rolls >= len(game.turns)


def shows_a_forged_opening(game: Game, forged: Path) -> None:
    """What was played may not fit it: that is found before the dice are."""
    shutil.copytree(game.data, forged)
    place, rolled = next(rolls_of(forged))
    one, other = rolled["dice"]
    dice = [one % 6 + 1, other]
    write(forged, place, {**rolled, "dice": dice})
    ended = minigam("verify", "1", "--data", forged)
    assert (ended.status, ended.err) == (1, "")
    reasons = f"NO: (roll 1 was {dice[0]}-{dice[1]}, promised {one}-{other}|action \\d+ .* was not)"
    assert re.match(reasons, ended.out)


def shows_a_forged_roll(game: Game, number: int, forged: Path) -> None:
    """One that can be played as it was: the dice in the other order."""
    shutil.copytree(game.data, forged)
    later = list(enumerate(rolls_of(forged), start=1))[number - 1 :]
    nth, place, rolled = next(
        (nth, place, rolled)
        for nth, (place, rolled) in later
        if rolled["dice"][0] != rolled["dice"][1]
    )
    one, other = rolled["dice"]
    write(forged, place, {**rolled, "dice": [other, one]})
    ended = minigam("verify", "1", "--data", forged)
    reason = f"  dice: NO: roll {nth} was {other}-{one}, promised {one}-{other}"
    assert (ended.status, ended.err) == (1, "")
    assert reason in ended.out.splitlines()


def rolls_of(data: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for place, body in rows(data, "SELECT number, body FROM action ORDER BY number"):
        action = json.loads(body)
        if action["action"] == "roll":
            yield place, action


def write(data: Path, place: int, action: dict[str, Any]) -> None:
    """Put an action into the place of another, and bind all to each other again."""
    text = json.dumps(action, separators=(",", ":"))
    rows(data, "UPDATE action SET body = ? WHERE number = ?", text, place)
    link = sha256(b"minigam game 1").hexdigest()
    for number, body in rows(data, "SELECT number, body FROM action ORDER BY number"):
        link = sha256(f"{link}\n{body}".encode()).hexdigest()
        rows(data, "UPDATE action SET link = ? WHERE number = ?", link, number)


def rows(data: Path, query: str, *values: object) -> list[Any]:
    with closing(sqlite3.connect(data / "journal.sqlite")) as journal, journal:
        return journal.execute(query, values).fetchall()
