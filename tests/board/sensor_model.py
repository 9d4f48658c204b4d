"""What is wired to the eight inputs of a register board, as resistors between nodes.

Sensors have outputs that pull down or let go (Texas Instruments DRV5032 data sheet, open drain);
a register's inputs keep what they were between thresholds, as those of a SN74HCS165 do. A node that
nothing pulls at keeps its voltage, but for what it picks up.
"""

from collections.abc import Callable

import numpy as np

SUPPLY = 3.3
LOW, HIGH = 0.9, 2.3
"""Thresholds in volts, as in the model of a chain."""
PULL_UP, SENSOR, WIRE, LEAK = 1 / 10e3, 1 / 50, 10.0, 1e-12
"""Conductances in siemens."""
PLACES = range(1, 9)
Resistor = tuple[str, str, float]


def always() -> bool:
    return True


def silence(_place: int) -> float | None:
    return None


class Lane:
    """Up to eight sensors, their pull-up network RN1, and the wires between.

    >>> lane = Lane()
    >>> lane.magnets = {3}
    >>> sorted(lane.occupied())
    [3]
    """

    def __init__(self, fitted: int = len(PLACES)) -> None:
        self.fitted = fitted
        """How many sensors there are, at its first inputs."""
        self.magnets: set[int] = set()
        """Places, from 1, over which a checker lies."""
        self.wires: dict[str, Resistor] = {"common": ("common", "3V3", WIRE)}
        for k in PLACES:
            self.wires[f"pull-up {k}"] = (f"IN{k}", "common", PULL_UP)
        for k in self.places:
            self.wires[f"out {k}"] = (f"OUT{k}", f"IN{k}", WIRE)
        self.dead: set[int] = set()
        """Sensors that are broken, or lack a supply."""
        self.feels: dict[int, Callable[[], bool]] = {}
        """Sensors that do not always feel their magnet."""
        self.pickup: Callable[[int], float | None] = silence
        """The voltage that comes to a floating input from outside."""
        self._volts = {f"IN{k}": SUPPLY for k in PLACES}
        self._held = dict.fromkeys(PLACES, True)

    @property
    def places(self) -> range:
        """Those with a sensor."""
        return PLACES[: self.fitted]

    def occupied(self) -> set[int]:
        """The places whose inputs are low now."""
        volts = self._solve()
        for k in PLACES:
            level = volts[f"IN{k}"]
            self._held[k] = self._held[k] if LOW <= level <= HIGH else level > HIGH
        return {k for k in PLACES if not self._held[k]}

    def discharge(self) -> None:
        """Let every input begin at ground, as those of a board that was off do."""
        self._volts = {f"IN{k}": 0.0 for k in PLACES}
        self._held = dict.fromkeys(PLACES, False)

    def _resistors(self) -> list[Resistor]:
        on = [k for k in PLACES if k in self.magnets - self.dead and self.feels.get(k, always)()]
        return [*self.wires.values(), *((f"OUT{k}", "GND", SENSOR) for k in on)]

    def _solve(self) -> dict[str, float]:
        """The voltage of each node by Kirchhoff's current law."""
        known = {"GND": 0.0, "3V3": SUPPLY}
        resistors = self._resistors()
        names = {f"IN{k}" for k in PLACES}.union(*({a, b} for a, b, _ in resistors)) - known.keys()
        order = {name: at for at, name in enumerate(sorted(names))}
        matrix, currents = np.eye(len(order)) * LEAK, np.zeros(len(order))
        outside = {str(k): self.pickup(k) for k in PLACES}
        for name, at in order.items():
            picked = outside.get(name[-1])
            currents[at] += LEAK * (self._volts.get(name, 0.0) if picked is None else picked)
        for a, b, siemens in resistors:
            for one, other in ((a, b), (b, a)):
                if one in order:
                    matrix[order[one], order[one]] += siemens
                    if other in order:
                        matrix[order[one], order[other]] -= siemens
                    else:
                        currents[order[one]] += siemens * known[other]
        found = np.linalg.solve(matrix, currents)
        self._volts = {name: float(found[at]) for name, at in order.items()}
        return self._volts
