"""What came of touching a board's inputs one after the other: which was seen, and which never.

Pure: changes are passed in. Where the inputs of a lane are touched in their order, the order in
which they answer also shows wires and cables in each other's place (`touch_order`). What comes on
at the same moment shows wires that touch, since hands are not so exact.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from minigam.board.debounce import BurstDetector, BurstThreshold, Change
from minigam.board.profile_model import (
    Profile,
    is_sensor,
    register_of,
    wanted_inputs,
)
from minigam.board.touch_order import input_with_wire, wrong_order

FLICKERING = BurstThreshold(5, 1.0)
"""Nobody touches the same input so often in a second."""
MOST_AT_ONCE = 3
"""More inputs of a lane do not come on at once by hand."""
AT_ONCE_SECONDS = 0.03
"""Within which inputs come on of which one switches the other: a few scans of a long chain."""
TOUCHING = "do their wires touch?"
NOTHING = "Nothing was touched."


class Verdict:
    """Counts what every input says, from the levels at the start on.

    >>> from minigam.board.profile import load_profile
    >>> verdict = Verdict(load_profile("quarter-buttons"), {"undo": True})
    >>> for name in ("roll-white", "roll-black", "point-2", "point-1"):
    ...     verdict.take(Change(name, True, 0.0))
    >>> verdict.is_good, *list(verdict.lines)[:2]
    (False, '4 of 13 inputs were seen.', 'on all the time: undo (GPIO 26); its wires touch')
    """

    def __init__(self, profile: Profile, levels: Mapping[str, bool]) -> None:
        """`levels`: of the inputs before anybody touches one."""
        self._profile = profile
        self._wanted = wanted_inputs(profile)
        self._lanes: dict[int, list[str]] = {}
        """The inputs of each register board, by its number; all others by 0."""
        for name in self._wanted:
            self._lanes.setdefault(register_of(profile, name)[0], []).append(name)
        self._stuck = {name for name in self._wanted if levels.get(name)}
        """On from the start, and not off since."""
        self._seen: dict[str, None] = {}
        """What came on, in the order in which it did first."""
        self._on: dict[str, None] = {}
        """What is on now, and was not from the start."""
        self._presses: list[Change] = []
        self._bursts = {name: BurstDetector(FLICKERING) for name in self._wanted}
        self._loose: set[str] = set()

    def take(self, change: Change) -> None:
        """An input has come on or gone off."""
        name = change.input
        if name in self._stuck:
            self._stuck.remove(name)
        elif not change.pressed:
            self._on.pop(name, None)
        elif name in self._bursts:
            self._seen[name] = self._on[name] = None
            self._presses.append(change)
            if self._bursts[name].add(change.at) is not None:
                self._loose.add(name)

    @property
    def is_good(self) -> bool:
        """Whether nothing was found to be wrong."""
        return not (self._touched and list(self._faults))

    @property
    def lines(self) -> Iterator[str]:
        """How many inputs were seen, and what is wrong, for people."""
        if not self._touched:
            yield NOTHING
            return
        yield f"{len(self._seen)} of {len(self._wanted)} inputs were seen."
        yield from self._faults

    @property
    def _touched(self) -> bool:
        return bool(self._seen or self._stuck)

    @property
    def _faults(self) -> Iterator[str]:
        still, moments = set(self._on) - self._loose, self._moments
        for board, lane in self._lanes.items():
            yield from self._of(board, lane, self._stuck, "on all the time", _why_on)
            yield from self._of(board, lane, self._loose, "flickers", _why_loose)
            yield from self._of(board, lane, still, "still on at the end", _why_still)
            yield from self._all_at_once(board, lane, moments)
        yield from wrong_order(self._profile, self._lanes, self._in_turn(moments))
        yield from self._touching(moments)
        never = {name for name in self._wanted if name not in self._seen} - self._stuck
        for board, lane in self._lanes.items():
            yield from self._of(board, lane, never, "never seen", _why_off)
        yield from self._miscounted(never)

    def _of(
        self,
        board: int,
        lane: list[str],
        faulty: set[str],
        what: str,
        why: Callable[[int, str], str],
    ) -> Iterator[str]:
        """What is the matter with some inputs of a lane: the board, where all of them have it."""
        names = [name for name in lane if name in faulty]
        if board and names == lane and len(lane) > 1:
            sensors = f"all {len(lane)} sensors of board B{board}, {lane[0]} to {lane[-1]}"
            yield f"{what}: {sensors}; {why(board, lane[0])}"
            return
        for name in names:
            yield f"{what}: {input_with_wire(self._profile, name)}; {why(0, name)}"

    def _miscounted(self, never: set[str]) -> Iterator[str]:
        """Where one board alone is silent, the chain may have a board too many or too few.

        With one too many before it, its places answer as those of the next board, and so on. With
        one too few and another board at the end, places answer as those of the board before.
        """
        silent = [board for board, lane in self._lanes.items() if board and never.issuperset(lane)]
        if len(silent) != 1 or len(self._lanes) <= 2:
            return
        board, last = silent[0], max(self._lanes)
        if board < last:
            yield (
                f"or do the places of board B{board} answer as those of B{board + 1}, and so on? "
                f"Then there is a board too many before B{board}"
            )
        else:
            yield (
                "or do places of other boards answer as those of the board before? "
                f"Then one before board B{board} was left out of the chain"
            )

    def _in_turn(self, moments: list[set[str]]) -> list[str]:
        """What answered alone and for certain: only of this the order says something."""
        together = {name for moment in moments if len(moment) > 1 for name in moment}
        unsure = together | self._loose | self._stuck
        return [name for name in self._seen if name not in unsure]

    @property
    def _moments(self) -> list[set[str]]:
        """What came on at once, for every press."""
        found: list[set[str]] = []
        last = 0.0
        for press in sorted(self._presses, key=lambda press: press.at):
            if not found or press.at - last > AT_ONCE_SECONDS:
                found.append(set())
            found[-1].add(press.input)
            last = press.at
        return found

    def _all_at_once(self, board: int, lane: list[str], moments: list[set[str]]) -> Iterator[str]:
        """No hand lays so many checkers within some milliseconds."""
        most = max((len(moment.intersection(lane)) for moment in moments), default=0)
        if board and most > MOST_AT_ONCE:
            sensors = f"{most} of {len(lane)} sensors of board B{board}, {lane[0]} to {lane[-1]}"
            yield f"came on at once: {sensors}; {_why_on(board, lane[0])}"

    def _touching(self, moments: list[set[str]]) -> Iterator[str]:
        """Two that never come on but with each other, and did more than once."""
        count = Counter(press.input for press in self._presses)
        pairs = Counter(frozenset(moment) for moment in moments if len(moment) == 2)
        for pair, times in pairs.items():
            if times > 1 and all(count[name] == times for name in pair):
                names = sorted(pair, key=self._wanted.index)
                one, other = (input_with_wire(self._profile, name) for name in names)
                yield f"{one} and {other} come on together: {TOUCHING}"


def _why_on(board: int, name: str) -> str:
    if board:
        return "that board's pull-up resistors are missing, reversed or without 3.3 V"
    if is_sensor(name):
        return "its OUT touches ground, or its pull-up is missing"
    return "its wires touch"


def _why_loose(board: int, name: str) -> str:
    if board:
        return "are that board's pull-up resistors missing, or is its ground loose?"
    if is_sensor(name):
        return "is one of its wires loose, its pull-up missing, or the magnet weak?"
    return "is one of its wires loose?"


def _why_still(board: int, name: str) -> str:
    if board:
        return "unless checkers lie there, that board's pull-up resistors are missing"
    if is_sensor(name):
        return "unless a checker lies there, its pull-up is missing, or its OUT touches ground"
    return "unless somebody presses it, its wires touch"


def _why_off(board: int, name: str) -> str:
    if board:
        return "measure 3.3 V and ground at that board's sensors"
    if is_sensor(name):
        return "measure 3.3 V at its OUT, and 0 V under a checker"
    return "measure 3.3 V at its wire, and 0 V while it is pressed"
