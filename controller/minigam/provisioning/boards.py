"""The boards that can be chosen: the built-in profiles of real boards, with their titles."""

from minigam.board.profile import built_in_boards, load_profile
from minigam.words import Words

TITLES = {
    "quarter-buttons": Words("Quarter board with buttons"),
    "quarter-hall-tap": Words("Quarter board with touch spots"),
    "quarter-hall": Words("Quarter board that feels its checkers"),
    "full-24-hall": Words("Full board that feels its checkers"),
    "dice-16-hall": Words("Backgammon Dice board that feels its pawns"),
}
"""What people read of each, the most usual one first."""


def real_boards() -> dict[str, str]:
    """The title of every built-in profile that is not simulated, by name.

    >>> list(real_boards())[0]
    'quarter-buttons'
    """
    profiles = {name: load_profile(name) for name in built_in_boards()}
    real = {name: each.title for name, each in profiles.items() if each.driver != "simulated"}
    usual = [name for name in TITLES if name in real]
    return {name: TITLES.get(name, real[name]) for name in [*usual, *sorted({*real} - {*usual})]}
