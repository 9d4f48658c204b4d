"""What each user may read and write: Mosquitto's file of access rights (ACL)."""

from collections.abc import Iterable
from typing import Final

from minigam.remote.club_broker.users import Role, User
from minigam.remote.topics import DISCOVERY, ROOT, Topics

EACH: Final = Topics("+")
"""Those of every board."""
EVERYBODY: Final = (f"read {ROOT}/#", f"write {EACH.ask}")
"""A log may be asked for by whoever reads it."""


def access_list(users: Iterable[User]) -> str:
    """The file: a block a user, and nothing for anybody else.

    Not by patterns with `%u`, which would give every user, also one who only watches, a board's
    rights under its own name.

    >>> print(access_list([User("hall", Role.WATCHER, "")]), end="")
    user hall
    topic read minigam/1/#
    topic write minigam/1/board/+/ask
    """
    return "\n".join(_block(user) for user in users)


def _block(user: User) -> str:
    lines = [f"user {user.name}", *(f"topic {right}" for right in rights_of(user))]
    return "".join(f"{line}\n" for line in lines)


def rights_of(user: User) -> tuple[str, ...]:
    """The rights of one, as they stand in the file behind `topic`.

    >>> rights_of(User("table-7", Role.BOARD, ""))[2:4]
    ('write minigam/1/board/table-7/#', 'write homeassistant/+/table-7/#')
    """
    return EVERYBODY + _own_rights(user)


def _own_rights(user: User) -> tuple[str, ...]:
    match user.role:
        case Role.BOARD:
            return (
                f"write {Topics(user.name).root}/#",
                f"write {DISCOVERY}/+/{user.name}/#",
                f"read {DISCOVERY}/status",  # Home Assistant has started, and wants all of it again
            )
        case Role.CLUB:
            return (f"write {ROOT}/club/#",)
        case Role.HOME_ASSISTANT:
            return (f"write {EACH.command('#')}", f"readwrite {DISCOVERY}/#")
        case Role.WATCHER:
            return ()
