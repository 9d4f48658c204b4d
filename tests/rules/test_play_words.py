"""Where the checkers of a play went, read from its text."""

import random
import re

import pytest

from minigam.rules.notation import format_steps
from minigam.rules.play_words import checker_paths
from minigam.rules.plays import legal_plays
from tests.rules.random_rolls import random_case

GAMES = ("minigam", "backgammon", "hypergammon", "portes")
MANY = re.compile(r"\((\d)\)$")


@pytest.mark.parametrize("game", GAMES)
def test_paths_lead_from_the_position_before_a_play_to_that_after_it(game: str) -> None:
    chance = random.Random(game)
    for _ in range(60):
        case = random_case((game, {}), chance)
        layout, side = case.rules.layout, case.side
        for play in legal_plays(case.rules, case.position, side, case.roll):
            text = format_steps(layout, play.steps)
            track = [*case.position.track(side)]
            words = [word for word in text.split() if word != "pass"]
            for word, path in zip(words, checker_paths(layout, text), strict=True):
                times = MANY.search(word)
                count = int(times[1]) if times else 1
                track[path[0]] -= count
                track[path[-1]] += count
            assert tuple(track) == play.position.track(side), text
