"""What a table decides is all of its game, and no menu, zone or button is in it."""

import json
from dataclasses import replace
from functools import cache

import pytest

from minigam.rules import actions
from minigam.rules.action_json import action_from_json, action_to_json
from minigam.rules.actions import Action
from minigam.rules.game import Game
from minigam.rules.terms import Terms
from minigam.table import menus
from minigam.table.events import Opened
from minigam.table.setup import Setup
from minigam.table.setup_choices import Choice
from minigam.table.state import Phase, State, opened, resumed
from tests.table.play import Play, agreed, silent
from tests.table.random_games import CHOICES, random_game

GAMES = 60
"""Random games of every rule set, half of them with dice rolled by hand."""
KINDS = len(CHOICES)


@cache
def stored(number: int) -> tuple[tuple[str, ...], Game]:
    """A random game: its actions as text, as a journal has them, and where it stands."""
    play = random_game(number)
    texts = tuple(json.dumps(action_to_json(action)) for action in play.decided)
    return texts, play.state.game


def read(texts: tuple[str, ...]) -> list[Action]:
    return [action_from_json(json.loads(text)) for text in texts]


@pytest.mark.slow
def test_the_random_games_are_of_all_kinds() -> None:
    games = [stored(number)[1] for number in range(GAMES)]
    kinds = {(game.terms.rules_id, game.terms.options, game.terms.by_hand) for game in games}
    assert {kind[:2] for kind in kinds} == {(name, tuple(own.items())) for name, own in CHOICES}
    assert {by_hand for *_, by_hand in kinds} == {True, False}
    assert {game.ended_by for game in games if game.result} == {"off", "resigned", "dropped"}
    assert {game.turn is None for game in games} == {True, False}
    assert {game.closed is None for game in games} == {True, False}


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_is_the_same_once_its_actions_are_written_and_read(number: int) -> None:
    texts, game = stored(number)
    assert Game.of(read(texts)) == game


# ---- Menus ---------------------------------------------------------------------------------------

NEXT = {f"point-{number}": f"point-{number % 6 + 1}" for number in range(1, 7)}


def permute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every choice, in the menu and while the game is set up, is on the next point."""
    usual = menus.menu_choices

    def in_menu(state: State) -> tuple[Choice, ...]:
        return tuple(replace(each, zone=NEXT[each.zone]) for each in usual(state))

    monkeypatch.setattr(menus, "menu_choices", in_menu)
    back = {there: here for here, there in NEXT.items()}
    for page, following in (
        ("setup_choices", "with_next_choice"),
        ("rule_choices", "with_next_rule"),
    ):
        choices, chosen = getattr(menus, page), getattr(menus, following)

        def moved(setup: Setup, choices: object = choices) -> tuple[Choice, ...]:
            found: tuple[Choice, ...] = choices(setup)  # type: ignore[operator]
            return tuple(replace(each, zone=NEXT.get(each.zone, each.zone)) for each in found)

        def tapped(setup: Setup, zone: str, chosen: object = chosen) -> Setup | None:
            after: Setup | None = chosen(setup, back.get(zone, zone))  # type: ignore[operator]
            return after

        monkeypatch.setattr(menus, page, moved)
        monkeypatch.setattr(menus, following, tapped)


class Chooser(Play):
    """Taps what it is asked for by its name, wherever that is."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.zones: list[str] = []
        """Where the choices were."""

    def choose(self, *names: str) -> None:
        for name in names:
            zones = {str(choice.name): choice.zone for choice in menus.choices(self.state)}
            self.zones.append(zones[name])
            self.tap(zones[name])

    def menu(self, *names: str) -> None:
        self.tap("hold undo")
        self.choose(*names)

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.tap(button, "wait")


SETUP = agreed(dice="hand", names=("Ann", "Ben"))


def played_by_menus() -> Chooser:
    """A game set up on both pages, in which everything in the menu is chosen."""
    play = Chooser(SETUP)
    play.choose(*["Game"] * 4, "Help", "Options", "Jacoby rule", "Stake", "Back")
    assert play.state.setup.rules_id == "backgammon-money"
    play.press("roll")
    play.tap("point-3", "point-1")
    play.menu("Change colours")
    play.menu("Show position")
    play.menu("Pause")
    play.tap("undo")
    play.menu("Hint")
    play.tap("point-17", "point-20")
    play.menu("Set-up was wrong")
    play.press("roll-white", "roll-black")
    play.tap("point-17", "point-20", "point-19", "point-20")
    play.press("roll-black")
    play.menu("Resign")
    play.press("roll-white", "roll-black")
    assert play.state.phase is Phase.GAME_OVER
    return play


def test_the_same_choices_decide_the_same_wherever_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = played_by_menus()
    permute(monkeypatch)
    moved = played_by_menus()
    pairs = zip(usual.zones, moved.zones, strict=True)
    assert [one for one, other in pairs if one == other and one in NEXT] == []
    assert moved.decided == usual.decided
    assert moved.replayed == usual.replayed == moved.state.game


def test_those_choices_decide_these_actions() -> None:
    play = played_by_menus()
    first, *others = play.decided
    assert isinstance(first, actions.Begun)
    assert first.terms == Terms(
        "backgammon-money",
        (("jacoby", "true"),),
        names=("Ann", "Ben"),
        by_hand=True,
        hints=True,
        stake="0.05 EUR",
    )
    kinds = [type(action).__name__ for action in others if not isinstance(action, actions.Stepped)]
    assert kinds[1:] == ["ColoursChanged", "SetUpCorrected", "Confirmed", "Resigned", "Closed"]


TOUCHES = ("point-", "bar-", "off-", "roll-white", "roll-black", "undo", "tap", "held", "menu")


@pytest.mark.parametrize("number", range(KINDS))
def test_stored_games_hold_no_touch_and_depend_on_no_menu(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts, game = stored(number)
    assert [text for text in texts for touch in TOUCHES if touch in text] == []
    permute(monkeypatch)
    assert Game.of(read(texts)) == game


# ---- What is forgotten ---------------------------------------------------------------------------


def begun(*dice: str) -> Play:
    """Ann and Ben roll real dice."""
    play = Play(SETUP)
    play.tap("roll", *dice)
    return play


@pytest.mark.parametrize(
    ("dice", "touches"),
    [
        ((), ("point-3",)),
        (("point-3", "point-1"), ("point-8",)),
        (("point-3", "point-1"), ("hold undo",)),
        (("point-3", "point-1"), ("hold undo", "Pause")),
        (("point-3", "point-1"), ("hold undo", "Resign", "roll-white")),
        (("point-3", "point-1"), ("hold undo", "Set-up was wrong", "roll-black")),
    ],
    ids=["a die", "a picked up checker", "a menu", "a pause", "a resignation", "a set-up"],
)
def test_a_restart_forgets_what_is_not_decided(
    dice: tuple[str, ...], touches: tuple[str, ...]
) -> None:
    play = begun(*dice)
    before = play.state
    for touch in touches:
        play.tap(touch)
        assert play.state.decided == ()
    assert silent(play.state) != silent(before)
    play.restart()
    assert play.state == silent(before)


def test_while_nobody_plays_nothing_is_decided() -> None:
    play = Play(SETUP)
    play.tap("point-2", "point-3", "bar-white", "point-1")
    assert (play.state.phase, play.decided) == (Phase.ATTRACT, [])


def test_a_game_that_was_left_stays_left() -> None:
    play = begun("point-3", "point-1")
    play.tap("hold roll+undo")
    assert play.state.phase is Phase.ATTRACT
    again = resumed(play.replayed, SETUP)
    assert (again.phase, again.game.abandoned) == (Phase.CLOSED, True)
    assert again.next_game == Opened(again.setup)
    assert opened(again.next_game).game.side is None
    assert isinstance(play.decided[-1], actions.Closed)
    assert play.decided[-1].winner is None
