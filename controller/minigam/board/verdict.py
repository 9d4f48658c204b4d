"""What came of touching a board's inputs one after the other: which was seen, and which never.

Pure: changes are passed in. Where the inputs of a lane are touched in their order, the order in
which they answer also shows two wires that are crossed. What comes on at the same moment shows
wires that touch, since hands are not so exact.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from minigam.board.debounce import BurstDetector, BurstThreshold, Change
from minigam.board.profile_model import (
    Profile,
    is_sensor,
    register_of,
    wanted_inputs,
    wire_of,
)

FLICKERING = BurstThreshold(5, 1.0)
"""Nobody touches the same input so often in a second."""
FEWEST_IN_ORDER = 4
"""Of fewer inputs, which have answered, the order says nothing."""
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
            yield from self._out_of_order(board, lane)
            yield from self._all_at_once(board, lane, moments)
        yield from self._lanes_out_of_order
        yield from self._touching(moments)
        never = {name for name in self._wanted if name not in self._seen} - self._stuck
        for board, lane in self._lanes.items():
            yield from self._of(board, lane, never, "never seen", _why_off)

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
            yield f"{what}: {self._named(name)}; {why(0, name)}"

    def _out_of_order(self, board: int, lane: list[str]) -> Iterator[str]:
        came = [name for name in self._seen if name in lane]
        meant = [name for name in lane if name in self._seen]
        wrong = [name for name, other in zip(came, meant, strict=True) if name != other]
        fewest = min(FEWEST_IN_ORDER, len(lane)) if board else FEWEST_IN_ORDER
        if not wrong or len(came) < fewest:
            return
        if len(wrong) == 2:
            one, other = map(self._named, wrong)
            yield f"{one} answered before {other}: unless you touched them so, they are crossed"
        elif board and came == lane[::-1]:
            first, last = (register_of(self._profile, name)[1] for name in (lane[0], lane[-1]))
            yield (
                f"board B{board} answered from {came[0]} to {came[-1]}: unless you touched it so, "
                f"{first} to {last} are the wrong way round"
            )

    @property
    def _lanes_out_of_order(self) -> Iterator[str]:
        boards = {name: board for board, lane in self._lanes.items() for name in lane if board}
        count = Counter(boards[name] for name in self._seen if name in boards)
        came = [board for board in dict.fromkeys(boards.get(name) for name in self._seen) if board]
        came = [board for board in came if count[board] >= FEWEST_IN_ORDER]
        meant = [board for board in self._lanes if board in came]
        wrong = [board for board, other in zip(came, meant, strict=True) if board != other]
        if len(wrong) == 2 and len(came) >= FEWEST_IN_ORDER:
            one, other = wrong
            yield (
                f"board B{one} answered before board B{other}: unless you touched them so, their "
                "sensors are plugged into each other's board"
            )

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
        if board and most >= FEWEST_IN_ORDER:
            sensors = f"{most} of {len(lane)} sensors of board B{board}, {lane[0]} to {lane[-1]}"
            yield f"came on at once: {sensors}; {_why_on(board, lane[0])}"

    def _touching(self, moments: list[set[str]]) -> Iterator[str]:
        """Two that never come on but with each other, and did more than once."""
        count = Counter(press.input for press in self._presses)
        pairs = Counter(frozenset(moment) for moment in moments if len(moment) == 2)
        for pair, times in pairs.items():
            if times > 1 and all(count[name] == times for name in pair):
                one, other = sorted(pair, key=self._wanted.index)
                yield f"{self._named(one)} and {self._named(other)} come on together: {TOUCHING}"

    def _named(self, name: str) -> str:
        """An input with its wire: `point-3/2 (sensor 33, IN2 of board B5)`."""
        board, terminal = register_of(self._profile, name)
        where = f", {terminal} of board B{board}" if board else ""
        return f"{name} ({wire_of(self._profile, name)}{where})"


def _why_on(board: int, name: str) -> str:
    if board:
        return "that board's pull-up network is missing, reversed or without 3.3 V"
    if is_sensor(name):
        return "its OUT touches ground, or its pull-up is missing"
    return "its wires touch"


def _why_loose(board: int, name: str) -> str:
    if board:
        return "is that board's pull-up network missing, or its ground loose?"
    if is_sensor(name):
        return "is one of its wires loose, its pull-up missing, or the magnet weak?"
    return "is one of its wires loose?"


def _why_still(board: int, name: str) -> str:
    if board:
        return "unless checkers lie there, that board's pull-up network is missing"
    if is_sensor(name):
        return "unless a checker lies there, its pull-up is missing, or its OUT touches ground"
    return "unless somebody presses it, its wires touch"


def _why_off(board: int, name: str) -> str:
    if board:
        return "measure 3.3 V and ground at that board's sensors"
    if is_sensor(name):
        return "measure 3.3 V at its OUT, and 0 V under a checker"
    return "measure 3.3 V at its wire, and 0 V while it is pressed"
