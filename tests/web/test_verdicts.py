"""What a display that replays a game says of its plays."""

from dataclasses import replace

from minigam.players.review import Judged, Review
from minigam.rules.assessment import NO_REASON
from minigam.rules.position import Side
from minigam.rules.record import CubeAction, Entry, Played
from minigam.rules.ruleset import BACKGAMMON, MINIGAM, RuleSet
from minigam.rules.worth import Worth
from minigam.table.play_list import plays_for_people
from minigam.web.verdicts import with_verdicts
from minigam.words import Words

EVEN = Worth(0.5, 0.0)
PLAYED = Played(Side.WHITE, (5, 2), "bar/5 bar/2")
WORSE = Judged("bar/off", Worth(0.75, 0.5), EVEN, 2, NO_REASON, PLAYED, EVEN)
BEST = Judged("bar/off", EVEN, EVEN, 2, NO_REASON, Played(Side.BLACK, (4, 3), "bar/off"), EVEN)
PASS = Judged("pass", EVEN, EVEN, 1, NO_REASON, Played(Side.WHITE, (6, 6), "pass"), EVEN)


def reviewed(rules: RuleSet, *turns: Judged) -> Review:
    return Review(rules, turns, Words("a friend"))


def test_what_was_better_and_what_it_gave_away() -> None:
    turns = (WORSE, BEST, PASS)
    plays = plays_for_people(MINIGAM, [turn.played for turn in turns])
    worse, best, passed = with_verdicts(plays, reviewed(MINIGAM, *turns))
    assert worse == {
        "side": "white", "roll": [5, 2], "play": "bar/5 bar/2", "text": "bar/5 bar/2",
        "verdict": {
            "was_best": False, "best": "bar/off", "win": 0.25, "equity": 0.5, "mark": "blunder",
            "text": "White's 5-2: bar/5 bar/2 gave away 25.0 % of the chance to win. "
            "The best was bar/off.",
            "moves": [
                {"from": "bar-white", "via": [], "to": "point-5"},
                {"from": "bar-white", "via": [], "to": "point-2"},
            ],
            "best_moves": [{"from": "bar-white", "via": [], "to": "off-white"}],
        },
    }  # fmt: skip
    move = {"from": "bar-black", "via": [], "to": "off-black"}
    assert best["verdict"] == {
        "was_best": True, "best": "bar/off", "win": 0.0, "equity": 0.0, "mark": "",
        "text": "Black's 4-3: bar/off was the best play.", "moves": [move], "best_moves": [move],
    }  # fmt: skip
    assert passed["verdict"] is None


def test_a_double_is_not_judged_and_takes_no_turns_verdict() -> None:
    played = Played(Side.WHITE, (3, 1), "8/5 6/5")
    entries: list[Entry] = [
        CubeAction(Side.WHITE, "double"),
        CubeAction(Side.BLACK, "take"),
        played,
    ]
    turn = replace(WORSE, best="8/4", played=played)
    plays = with_verdicts(plays_for_people(BACKGAMMON, entries), reviewed(BACKGAMMON, turn))
    assert [play["verdict"] and play["verdict"]["text"] for play in plays] == [
        None, None, "White's 3-1: 8/5 6/5 gave away 0.500 points. The best was 8/4.",
    ]  # fmt: skip


def test_a_small_mistake_is_no_blunder_and_rounding_is_no_mistake() -> None:
    found = [
        with_verdicts(
            plays_for_people(MINIGAM, [WORSE.played]),
            reviewed(MINIGAM, replace(WORSE, thrown=Worth(0.5 + equity / 2, equity))),
        )[0]["verdict"]
        for equity in (1e-7, 0.0199, 0.02, 0.0799, 0.08)
    ]
    assert [(one["was_best"], one["mark"]) for one in found] == [
        (True, ""), (False, ""), (False, "mistake"), (False, "mistake"), (False, "blunder")
    ]  # fmt: skip


def test_nothing_is_said_where_nobody_can_tell() -> None:
    plays = plays_for_people(MINIGAM, [WORSE.played])
    assert with_verdicts(plays, None) == [{**plays[0], "verdict": None}]
