"""Who may do what, in one place: the kind of visitor, and what a request would do."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Visitor(Enum):
    """Who asks."""

    HERE = "here"
    """This machine itself: the kiosk's own page, and its owner's scripts."""
    PAIRED = "paired"
    """A phone that was let in at the board."""
    WATCHING = "watching"
    """Everybody else."""


class Act(Enum):
    """What a request does."""

    LOOK = "look"
    PAIR = "pair"
    """Ask to be let in."""
    TOUCH = "touch"
    """Press the board's inputs."""
    LIST = "list"
    """See which phones are paired, and end that: a phone its own pairing only."""
    OWN = "own"
    """Change the board's settings."""


ALLOWED: Mapping[Visitor, frozenset[Act]] = {
    Visitor.HERE: frozenset(Act),
    Visitor.PAIRED: frozenset(Act) - {Act.OWN},
    Visitor.WATCHING: frozenset({Act.LOOK, Act.PAIR}),
}
POSTS: Mapping[str, Act] = {
    "/api/names": Act.TOUCH,
    "/api/star": Act.TOUCH,
    "/api/wake": Act.TOUCH,
    "/api/settings": Act.OWN,
    "/api/tap": Act.TOUCH,
    "/api/hold": Act.TOUCH,
    "/api/sim/tap": Act.TOUCH,
    "/api/sim/hold": Act.TOUCH,
    "/api/sim/place": Act.TOUCH,
    "/api/sim/lay": Act.TOUCH,
    "/api/pair": Act.PAIR,
    "/api/pair/code": Act.PAIR,
    "/api/pair/press": Act.PAIR,
    "/api/pair/leave": Act.PAIR,
    "/api/pairings/revoke": Act.LIST,
}
"""What each `POST` does; one that is missing here is for nobody."""
PRIVATE: Mapping[str, Act] = {"/api/pairings": Act.LIST}
"""What may not be read by everybody."""


def act_of(method: str, path: str) -> Act | None:
    """What a request does; None for what nobody may do.

    >>> act_of("GET", "/api/state"), act_of("POST", "/api/tap"), act_of("POST", "/api/other")
    (<Act.LOOK: 'look'>, <Act.TOUCH: 'touch'>, None)
    """
    if method in ("GET", "HEAD"):
        return PRIVATE.get(path, Act.LOOK)
    return POSTS.get(path)


def may(visitor: Visitor, act: Act | None) -> bool:
    """Whether a visitor may do that.

    >>> may(Visitor.PAIRED, Act.TOUCH), may(Visitor.WATCHING, Act.TOUCH)
    (True, False)
    """
    return act in ALLOWED[visitor]
