"""A figure, its limit, and how far it is from it."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Figure:
    """What a simulation gave, and what it may be."""

    design: str
    name: str
    value: float
    limit: float
    unit: str
    at_least: bool = False
    """Whether the value may not be below the limit; else it may not be above."""

    @property
    def margin(self) -> float:
        """How far the value is on the right side of the limit; below 0 it fails.

        >>> Figure("chain", "turn-back", 100, 304, "mV").margin
        204
        """
        return self.value - self.limit if self.at_least else self.limit - self.value

    @property
    def passes(self) -> bool:
        """Whether the limit is met."""
        return self.margin >= 0

    @property
    def cells(self) -> tuple[str, ...]:
        """As `HEAD` names them."""
        bound = "at least" if self.at_least else "at most"
        return (
            self.design,
            self.name,
            f"{shown(self.value)} {self.unit}",
            f"{bound} {shown(self.limit)} {self.unit}",
            f"{shown(self.margin)} {self.unit}" + ("" if self.passes else ": fails"),
        )


HEAD = ("design", "figure", "value", "limit", "margin")


def shown(value: float) -> str:
    """With three digits, or all of the whole number.

    >>> shown(0.0123), shown(3456.7), shown(2.0)
    ('0.0123', '3457', '2.00')
    """
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:#.3g}"


def worst(figures: Iterable[Figure]) -> Figure:
    """The figure with the least margin."""
    return min(figures, key=lambda figure: figure.margin)


def differ(one: Figure, other: Figure, share: float) -> bool:
    """Whether two values are further apart than a share of the value or of the limit."""
    allowed = share * max(abs(other.value), abs(other.limit))
    same = (one.design, one.name, one.limit) == (other.design, other.name, other.limit)
    return not same or abs(one.value - other.value) > allowed


def as_json(figures: Iterable[Figure]) -> str:
    """Figures as a file, a line each."""
    lines = [json.dumps(asdict(figure), ensure_ascii=False) for figure in figures]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def from_json(text: str) -> list[Figure]:
    """What `as_json` wrote."""
    return [Figure(**fields) for fields in json.loads(text)]
