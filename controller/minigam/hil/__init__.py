"""Hardware in the loop: a jig touches a board and watches its lights; a report says how it was.

Own cases are written with the names that are imported from here: see `own`.
"""

from minigam.hil.bench import Need
from minigam.hil.measuring import Figure, NotTriedError
from minigam.hil.own_cases import case
from minigam.hil.playing import in_a_turn
from minigam.hil.rig import Rig

__all__ = ["Figure", "Need", "NotTriedError", "Rig", "case", "in_a_turn"]
