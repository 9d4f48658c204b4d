"""Who may do what, in one place: the kind of visitor, and what a request would do."""

from collections.abc import Mapping
from enum import Enum


class Principal(Enum):
    """Who asks."""

    HERE = "here"
    """This machine itself: the kiosk's own page, and its owner's scripts."""
    PAIRED = "paired"
    """A phone that was let in at the board."""
    WATCHING = "watching"
    """Everybody else."""


class Permission(Enum):
    """What a request does."""

    LOOK = "look"
    PAIR = "pair"
    """Ask to be let in."""
    TOUCH = "touch"
    """Press the board's inputs."""
    LIST = "list"
    """See which phones are paired, and end that: a phone its own pairing only."""
    OWN = "own"
    """Change the board's settings, and ask for updates."""


ALLOWED: Mapping[Principal, frozenset[Permission]] = {
    Principal.HERE: frozenset(Permission),
    Principal.PAIRED: frozenset(Permission) - {Permission.OWN},
    Principal.WATCHING: frozenset({Permission.LOOK, Permission.PAIR}),
}
POSTS: Mapping[str, Permission] = {
    "/api/names": Permission.TOUCH,
    "/api/star": Permission.TOUCH,
    "/api/wake": Permission.TOUCH,
    "/api/settings": Permission.OWN,
    "/api/update": Permission.OWN,
    "/api/setup-network": Permission.OWN,
    "/api/tap": Permission.TOUCH,
    "/api/hold": Permission.TOUCH,
    "/api/command": Permission.TOUCH,
    "/api/move": Permission.TOUCH,
    "/api/play-on": Permission.TOUCH,
    "/api/invitation": Permission.TOUCH,
    "/api/setup": Permission.TOUCH,
    "/api/sim/tap": Permission.TOUCH,
    "/api/sim/hold": Permission.TOUCH,
    "/api/sim/place": Permission.TOUCH,
    "/api/sim/lay": Permission.TOUCH,
    "/api/pair": Permission.PAIR,
    "/api/pair/code": Permission.PAIR,
    "/api/pair/press": Permission.PAIR,
    "/api/pair/leave": Permission.PAIR,
    "/api/pairings/revoke": Permission.LIST,
}
"""What each `POST` does; one that is missing here is for nobody."""
PRIVATE: Mapping[str, Permission] = {
    "/api/pairings": Permission.LIST,
    "/api/update": Permission.OWN,
}
"""What may not be read by everybody."""


def required_permission(method: str, path: str) -> Permission | None:
    """What a request does; None for what nobody may do.

    >>> required_permission("GET", "/api/state"), required_permission("POST", "/api/other")
    (<Permission.LOOK: 'look'>, None)
    """
    if method in ("GET", "HEAD"):
        return PRIVATE.get(path, Permission.LOOK)
    return POSTS.get(path)


def is_allowed(visitor: Principal, act: Permission | None) -> bool:
    """Whether a visitor may do that.

    >>> [is_allowed(who, Permission.TOUCH) for who in (Principal.PAIRED, Principal.WATCHING)]
    [True, False]
    """
    return act in ALLOWED[visitor]
