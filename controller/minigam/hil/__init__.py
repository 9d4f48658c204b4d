"""Hardware-in-the-loop tests: a jig touches a board and records its lights for a report.

Import these names to write your own cases: see `docs/bench.md`.
"""

from minigam.hil.bench import Need
from minigam.hil.measuring import Figure, NotTriedError
from minigam.hil.own_cases import case
from minigam.hil.playing import in_a_turn
from minigam.hil.rig import Rig

__all__ = ["Figure", "Need", "NotTriedError", "Rig", "case", "in_a_turn"]
