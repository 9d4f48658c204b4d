"""Random games between two tables by touches at both, wrong ones too."""

import random

from minigam.table.events import Elapsed, Followed, Held, PlayStood, Tapped
from minigam.table.machine import step
from minigam.table.notices import is_refused
from minigam.table.state import WITH_TURN, Phase
from minigam.table.suggestions import play_to_show
from minigam.table.zones import all_zones
from tests.table.joined import Board, Joined


class RandomPair(Joined):
    """Two players who touch what is lit, and now and then anything else."""

    rng = random.Random(1)
    restarts = 0.0
    """How often a board is restarted."""

    def play(self, touches: int = 100_000) -> None:
        """So many touches at each board, or to the end."""
        for _ in range(touches):
            if self.game.closed:
                return
            for board in self.boards:
                self._touch(board)
        assert self.game.closed, "expected a game that comes to its end"

    def _touch(self, board: Board) -> None:
        if self.rng.random() < self.restarts:
            board.restart()
            self.settle()
        if self.rng.random() < 0.2:
            self._touch_anything(board)
        if board.state.awaits_away and board.state.cover is None:
            self._touch_what_waits(board)
        elif not self.game.result:
            self._act(board)
        self.do(board, Elapsed("dead"))

    def _touch_anything(self, board: Board) -> None:
        """A touch that may be wrong: what is refused has a sentence and changes nothing."""
        zones = all_zones(self.game.rules.layout)
        name = self.rng.choice(["undo", "roll", "roll-white", "roll-black", *zones])
        after = step(board.state, Tapped(name, 1))
        if is_refused(board.state, after):
            assert after.game is board.state.game
            assert (after.decided, after.asked) == ((), ())
            assert after.transient.notice
            assert after.transient.notice.text
            self.tap(board, name)

    def _touch_what_waits(self, board: Board) -> None:
        """Nothing can be played while the other board acts."""
        zones = all_zones(self.game.rules.layout)
        name = self.rng.choice(["roll", "undo", *zones])
        before = board.state.game
        self.tap(board, name)
        assert board.state.game is before
        assert board.code == "away"

    def _act(self, board: Board) -> None:
        state, chance = board.state, self.rng.random()
        match state.phase:
            case Phase.DOUBLED:
                self.tap(board, f"{'off' if chance < 0.3 else 'bar'}-{board.own.value}")
            case Phase.TO_THROW if chance < 0.1:
                self.do(board, Held("roll"))
            case Phase.COPYING:
                target = board.seen["targets"][0]
                self.tap(board, "roll" if chance < 0.3 else target)
            case Phase.MOVING | Phase.TURN_OVER if state.setup.felt:
                self._move_by_hand(board)
            case Phase.MOVING:
                found = board.seen
                zones = found["targets"] or found["sources"]
                back = not zones or chance < 0.05
                self.tap(board, "undo" if back else self.rng.choice(sorted(zones)))
            case Phase.RESIGNING:
                assert state.proposal
                accepts = "bar" if chance < 0.5 else "off"
                self.tap(board, f"{accepts}-{board.own.value}")
            case Phase.PAUSED:
                self.tap(board, "roll")
            case _:
                self.tap(board, "roll")

    def _move_by_hand(self, board: Board) -> None:
        """A board that feels its checkers says which steps stand on it, and that they count."""
        turn = board.state.turn
        assert board.state.phase in WITH_TURN
        assert turn
        if turn.next_steps and (self.rng.random() < 0.8 or not turn.may_end):
            after = turn.play(self.rng.choice(turn.next_steps))
        elif turn.steps and self.rng.random() < 0.2:
            after = turn.take_back()
        else:
            self.do(board, PlayStood())
            return
        number = len(self.game.entries)
        self.do(board, Followed(number, *play_to_show(after.steps, after)))
