"""What must be so after anything that may happen at a board."""

import json
from typing import Any

from minigam.board.light_meanings import LIGHTS, Meaning
from minigam.dice import provably_fair
from minigam.journal.verification import VerifyStatus, verify
from minigam.rules.actions import Revealed, Rolled
from minigam.rules.plays import Turn
from minigam.rules.position import format_position
from minigam.table.state import WITH_TURN, Phase, State
from minigam.table.zones import zone_of
from tests.daemon.rig import Rig, kept
from tests.e2e.test_whole_game import FIELDS
from tests.rules.oracles import Next, asked, next_steps, told

OF_THE_SCREEN = {"asleep", "dark", "blank", "woken", "settings", "broker", "invitation"}
"""Fields of a snapshot that no game tells."""
LANDINGS = {Meaning.TARGET, Meaning.HIT, Meaning.OFF}


class Watch:
    """Looks at a board after each thing that has happened, and remembers its dice."""

    def __init__(self) -> None:
        self._rolled: dict[int, list[Rolled]] = {}

    def look(self, board: Rig) -> None:
        """Fail where something is not as it must be."""
        table, found = board.table, board.snapshot()
        check_form(found)
        check_checkers(table.state, found)
        check_turn(table.state)
        check_choices(table.state, found)
        check_lights(board, found)
        check_pulled_plug(board)
        self._check_dice(board)

    def _check_dice(self, board: Rig) -> None:
        """What was rolled stays rolled; and where the secret is told, it was fair."""
        game, state = board.table.number, board.table.state
        if game is None:
            return
        actions = board.journal.actions(game)
        rolls = [action for action in actions if isinstance(action, Rolled)]
        before = self._rolled.get(game, [])
        assert rolls[: len(before)] == before
        self._rolled[game] = rolls
        for end in [action for action in actions if isinstance(action, Revealed)]:
            white, black = state.game.numbers
            assert white is not None
            assert black is not None
            for nth, each in enumerate(rolls, start=1):
                numbers = (bytes.fromhex(end.secret), (white, black), nth)
                assert provably_fair.fair_roll(*numbers, len(each.pawns)) == (
                    *each.dice,
                    *each.pawns,
                )


def check_verified(board: Rig, number: int | None = None) -> None:
    """The present game, or another, is found to be played so; of hand-thrown dice nobody knows."""
    number = number or board.number
    found, game = verify(board.journal, number), board.journal.game(number)
    assert [finding for finding in found.findings if finding.ok is False] == []
    sealed = bool(found.code) and not game.terms.by_hand
    assert found.verdict is (VerifyStatus.YES if sealed else VerifyStatus.UNKNOWN)


def check_form(found: dict[str, Any]) -> None:
    """A snapshot is whole, and nothing but JSON."""
    assert found.keys() == FIELDS - OF_THE_SCREEN
    assert json.loads(json.dumps(found)) == found


def check_pulled_plug(board: Rig) -> None:
    """After a cut of power all is there that is kept; of the first game nothing is."""
    if board.table.state.tutorial:
        return
    again = board.pulled_plug()
    assert (again.number, again.state) == (board.table.number, kept(board.table.state))


def check_checkers(state: State, found: dict[str, Any]) -> None:
    """None is lost, and none is added; the position says the same."""
    assert found["position"] == format_position(state.game.shown_position, state.game.rules.layout)
    groups = [group for groups in found["checkers"].values() for group in groups]
    assert all(group["count"] > 0 for group in groups)
    for side in ("white", "black"):
        there = sum(group["count"] for group in groups if group["side"] == side)
        assert there == state.game.rules.layout.checkers


def check_turn(state: State) -> None:
    """The steps that a turn offers are those of the oracle."""
    if state.turn and state.active_phase in WITH_TURN:
        found, ends = next_steps(asked(state.turn))
        assert {told(step) for step in state.turn.next_steps} == found
        assert state.turn.may_end == ends


def check_choices(state: State, found: dict[str, Any]) -> None:
    """What a display shows as playable is what can be played, and nothing else."""
    if state.tutorial:  # it offers less than the rules do
        return
    shown = {name: found[name] for name in ("selected", "sources", "targets")}
    turn, felt = state.turn, state.transient.felt
    if state.phase is not Phase.MOVING or turn is None:
        assert shown == {"selected": None, "sources": [], "targets": []}
    elif found["step"]:
        assert found["step"]["from"] == found["selected"]
        assert [found["step"]["to"]] == found["targets"]
        check_planned(turn, found["step"])
    elif not felt and not state.computer_moves:
        sources, targets = playable(state, turn)
        assert (set(found["sources"]), set(found["targets"])) == (sources, targets)
        assert sources | targets
    for name in ("sources", "targets"):
        assert len(set(shown[name])) == len(shown[name])


def playable(state: State, turn: Turn) -> tuple[set[str], set[str]]:
    """The sources, or the targets, by the oracle."""
    steps, _ = next_steps(asked(turn))
    picked = state.selected
    if picked is None:
        return {_zone(turn, step.source) for step in steps}, set()
    made = len(picked.path)
    own = [step for step in steps if (step.source, step.face) == (picked.place, picked.face)]
    own = [step for step in own if step.path[:made] == picked.path]
    own = [step for step in own if step.partner.startswith(picked.partner)]
    return set(), {_zone(turn, step.path[made]) for step in own}


def check_planned(turn: Turn, step: dict[str, Any]) -> None:
    """A computer's step is one that can be played."""
    steps, _ = next_steps(asked(turn))
    assert [step["from"], *step["via"], step["to"]] in [_zones(turn, each) for each in steps]


def _zones(turn: Turn, step: Next) -> list[str]:
    return [_zone(turn, place) for place in (step.source, *step.path)]


def _zone(turn: Turn, place: int) -> str:
    return zone_of(turn.rules.layout, turn.side, place)


def check_lights(board: Rig, found: dict[str, Any]) -> None:
    """The lights say what the snapshot says, unless they say something that comes first."""
    table, marks = board.table, board.table.scene.marks
    transient = table.state.transient
    if table.fault:
        assert {mark.meaning for mark in marks.values()} == {Meaning.ERROR}
    first = table.fault or table.sleep.asleep or transient.showing or transient.felt
    if first or any(mark.meaning is Meaning.COUNTDOWN for mark in marks.values()):
        return
    if table.state.phase in WITH_TURN:
        assert all(LIGHTS[mark.meaning].in_play for mark in marks.values())
    hinted = {zone for zone, mark in marks.items() if mark.meaning is Meaning.HINT}
    over = hinted | {transient.notice.zone if transient.notice else None}
    lit = {zone: mark.meaning for zone, mark in marks.items() if zone not in over}
    sources = {zone for zone, meaning in lit.items() if meaning is Meaning.SOURCE}
    targets = {zone for zone, meaning in lit.items() if meaning in LANDINGS}
    assert sources == set(found["sources"]) - over
    on_the_way = found["step"]["via"] if found["step"] else []  # a computer's step
    assert targets == {*found["targets"], *on_the_way} - over
