"""Inputs that answered in another order than the one in which people are asked to touch them.

Pure. A wire or a cable in another's place, and a person who touched the places in another order,
look the same from here: every sentence mentions both.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from minigam.board.profile_model import Profile, register_of, wire_of

FEWEST_IN_ORDER = 4
"""Of fewer inputs, or fewer boards, which have answered, the order says nothing."""
OR_TOUCHED = "or they were touched in another order"

Item = TypeVar("Item", int, str)
Lanes = Mapping[int, Sequence[str]]
"""The inputs of each register board, by its number, in the order of touching; all others by 0."""


def input_with_wire(profile: Profile, name: str) -> str:
    """An input with its wire and its place on a register board, for people.

    >>> from minigam.board.profile import load_profile
    >>> input_with_wire(load_profile("quarter-hall"), "point-3/2")
    'point-3/2 (sensor 33, IN2 of board B5)'
    """
    board, terminal = register_of(profile, name)
    where = f", {terminal} of board B{board}" if board else ""
    return f"{name} ({wire_of(profile, name)}{where})"


def wrong_order(profile: Profile, lanes: Lanes, seen: Sequence[str]) -> Iterator[str]:
    """A sentence for each group of inputs that answered in another order.

    `seen`: each input once, in the order in which they first answered.
    """
    yield from _buttons(profile, [name for name in seen if name in lanes.get(0, ())], lanes)
    answered = {board: _in_lane(seen, lane) for board, lane in lanes.items() if board}
    answered = {
        board: names
        for board, names in answered.items()
        if len(names) >= min(FEWEST_IN_ORDER, len(lanes[board]))
    }
    at = {name: place for place, name in enumerate(seen)}
    came = sorted(answered, key=lambda board: at[_middle(answered[board])])
    if len(came) >= min(FEWEST_IN_ORDER, len(lanes)):
        yield from _boards(came, list(answered), max(lanes))
    yield from _inputs(profile, lanes, {board: answered[board] for board in came}, seen)


def _middle(names: Sequence[str]) -> str:
    """What answered in the middle of a lane: a single stray does not move it elsewhere."""
    return names[len(names) // 2]


def _in_lane(names: Sequence[str], lane: Sequence[str]) -> list[str]:
    return [name for name in names if name in lane]


def _buttons(profile: Profile, came: Sequence[str], lanes: Lanes) -> Iterator[str]:
    """Buttons have no order of their own: only where most came in their turn does it count."""
    meant = _in_lane(lanes.get(0, ()), came)
    wrong = _differing(came, meant)
    if len(came) >= FEWEST_IN_ORDER and 0 < len(wrong) <= len(came) // 2:
        yield _exchanged(profile, wrong)


def _boards(came: list[int], meant: list[int], last: int) -> Iterator[str]:
    """Boards in another order: `came` by their answers, `meant` by the places."""
    wrong = _differing(came, meant)
    if not wrong:
        return
    pairs = zip(came, meant, strict=True)
    if came == meant[::-1] or all(one + other == last + 1 for one, other in pairs):
        yield (
            f"the boards answered in the order {_numbers(came)}: the chain begins at the wrong "
            f"end, {OR_TOUCHED}"
        )
    elif len(wrong) == 2:
        yield (
            f"board B{wrong[0][0]} answered before board B{wrong[1][0]}: unless you touched them "
            "so, the cables lead to them in that order, or each has the other's sensors"
        )
    else:
        there, here = _numbers([one for one, _ in wrong]), _numbers([one for _, one in wrong])
        yield (
            f"boards {there} answered in place of {here}: their cables are in another order, "
            f"{OR_TOUCHED}"
        )


def _inputs(
    profile: Profile, lanes: Lanes, answered: Mapping[int, list[str]], seen: Sequence[str]
) -> Iterator[str]:
    """Inputs in another order within their lane, and such as answered among another lane's."""
    certain = {name for names in answered.values() for name in names}
    came = [name for name in seen if name in certain]
    strays: list[tuple[str, str]] = []
    for board, names in answered.items():
        block, came = came[: len(names)], came[len(names) :]
        meant = _in_lane(lanes[board], names)
        wrong = _differing(block, meant)
        if set(block) != set(names):
            strays += wrong
        elif wrong and len(wrong) > 2 and block == meant[::-1]:
            first, last = (register_of(profile, name)[1] for name in (meant[0], meant[-1]))
            yield (
                f"board B{board} answered from {block[0]} to {block[-1]}: unless you touched it "
                f"so, {first} to {last} are the wrong way round"
            )
        elif wrong:
            yield _exchanged(profile, wrong)
    if strays:
        yield _exchanged(profile, strays)


def _exchanged(profile: Profile, wrong: list[tuple[str, str]]) -> str:
    """The inputs that answered, each with the one in whose turn it did."""
    if len(wrong) == 2:
        one, other = (input_with_wire(profile, name) for name, _ in wrong)
        return f"{one} answered before {other}: unless you touched them so, they are crossed"
    both = there, here = [one for one, _ in wrong], [other for _, other in wrong]
    boards = {register_of(profile, name)[0] for name in here}
    if len(boards) == 1 and (board := boards.pop()):
        inputs = [", ".join(register_of(profile, name)[1] for name in names) for names in both]
        return f"board B{board}: {' answered in place of '.join(inputs)}: {_WIRES}"
    return f"{', '.join(there)} answered in place of {', '.join(here)}: {_WIRES}"


_WIRES = f"their wires are in another order, {OR_TOUCHED}"


def _differing(came: Sequence[Item], meant: Sequence[Item]) -> list[tuple[Item, Item]]:
    return [pair for pair in zip(came, meant, strict=True) if pair[0] != pair[1]]


def _numbers(boards: list[int]) -> str:
    return ", ".join(f"B{board}" for board in boards)
