"""Random games by touches through the machine: cube, resignations, matches, games left half-way."""

import random

from minigam.table import lessons
from minigam.table.events import Elapsed, Held, Opened
from minigam.table.setup import Setup
from minigam.table.snapshot import snapshot
from minigam.table.state import Phase, State, opened
from tests.table.play import Play, agreed, pawn_throws, throws

NAMES = ("Ann-Lou O'Neil", "Zoë")
CHOICES: tuple[tuple[str, dict[str, str]], ...] = (
    ("minigam", {}),
    ("minigam", {"second_die": "free", "enter_on_own": "false", "length": "2"}),
    ("minigam-full-entry", {"second_die": "must"}),
    ("backgammon", {"jacoby": "true"}),
    ("backgammon", {"length": "5"}),
    ("backgammon", {"length": "3", "crawford": "false"}),
    ("backgammon", {"cube": "false"}),
    ("portes", {"length": "4"}),
    ("backgammon-money", {}),
    ("hypergammon", {"length": "3", "cube": "true"}),
    ("hypergammon", {}),
    ("backgammon-dice-simple", {"length": "3"}),
    ("backgammon-dice-basic", {"random_faces": "3"}),
    ("backgammon-dice-basic", {}),
    ("backgammon-dice-tournament", {}),
    ("backgammon-dice-tournament", {"random_faces": "true", "signs": "false", "length": "3"}),
    ("plakoto", {"length": "3"}),
    ("fevga", {}),
)
"""Rule sets and options in which every kind of thing happens."""


def setup_of(rules_id: str, options: dict[str, str], **others: object) -> Setup:
    """An agreement of two people on a board that fits."""
    return agreed(rules_id, **options, **others)


class Random(Play):
    """A game that plays itself."""

    def __init__(self, opening: Opened, rng: random.Random) -> None:
        """From a game's beginning, with dice of its own."""
        super().__init__(opening.setup, throws(rng), pawn_throws(rng))
        self.state = opened(opening)
        self.decided = [*self.state.decided]
        self.rng = rng

    def go_on(self, touches: int) -> State:
        """So many touches, or until the game is over."""
        for _ in range(touches):
            if self.state.phase is Phase.GAME_OVER:
                break
            self._touch()
        return self.state

    def _touch(self) -> None:
        by_hand, chance = self.state.setup.by_hand, self.rng.random()
        match self.state.phase:
            case Phase.DOUBLED:
                side = "white" if str(self.state.game.side) == "Side.BLACK" else "black"
                self.tap(f"{'off' if chance < 0.2 else 'bar'}-{side}")
            case Phase.TO_THROW if chance < 0.08:
                self.do(Held("roll"))
            case Phase.TO_THROW | Phase.OPENING if by_hand:
                self.tap(f"point-{self.rng.randint(1, 6)}")
            case Phase.MOVING | Phase.TO_THROW if chance > 0.9985:
                self.resign(f"point-{self.rng.randint(1, 3)}")
            case Phase.MOVING if chance < 0.1 and len(self.state.game.entries) < 2:
                self.do(Held("undo"))
                self.tap(f"point-{self.rng.randint(5, 6)}")
            case Phase.SETTING_UP:
                self.tap("roll-black")
                self.do(Elapsed("dead"))
                self.tap("roll-white")
            case Phase.MOVING:
                found = snapshot(self.state, 1)
                zones = found["targets"] or found["sources"]
                again = [found["selected"]] if found["selected"] and chance < 0.15 else []
                zones = again or zones
                self.tap("undo" if not zones or chance < 0.05 else self.rng.choice(sorted(zones)))
            case _ if self.state.tutorial:
                self.tap(*lessons.buttons(self.state))
            case _:
                self.tap("roll")
        self.do(Elapsed("dead"))


def random_game(number: int) -> Random:
    """One game of any kind, to its end or left half-way; always the same for a number."""
    rng = random.Random(number)
    rules_id, options = CHOICES[number % len(CHOICES)]
    setup = setup_of(
        rules_id,
        options,
        dice=rng.choice(["electronic", "hand"]),
        names=rng.choice([NAMES, ("", "")]),
    )
    game = Random(Opened(setup, started=True), rng)
    game.go_on(10_000 if rng.random() < 0.7 else rng.randrange(60))
    return game


def random_state(number: int) -> State:
    """Where such a game has come to."""
    return random_game(number).state


def random_match(number: int, choice: int, most: int = 12) -> list[State]:
    """Every game of a match, or the first games of a series."""
    rng = random.Random(number)
    rules_id, options = CHOICES[choice]
    opening = Opened(setup_of(rules_id, options, names=NAMES), started=True)
    states: list[State] = []
    while len(states) < most:
        game = Random(opening, rng)
        state = game.go_on(10_000)
        if state.game.match_over:
            return [*states, state]
        game.do(Elapsed("dead"))
        before = game.state
        game.tap("point-1")
        states.append(before)
        terms = game.state.game.terms
        opening = Opened(game.state.setup, terms.standing, True, terms.starter)
    return states
