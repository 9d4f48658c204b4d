"""What each user may read and write: Mosquitto's file of access rights (ACL).

Every topic that may be written is named, without `+` and `#`: a broker keeps the last retained
message of each topic, so whoever could choose topics could fill it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from minigam.remote.club_broker.users import Role, User
from minigam.remote.control import COMMANDS
from minigam.remote.topics import DISCOVERY, ROOT, ClubTopics, Topics

HOME_STATUS: Final = f"{DISCOVERY}/status"
"""Home Assistant has started, and wants all of its entities again."""


def access_list(users: Iterable[User]) -> str:
    """The file: a block a user, and nothing for anybody else.

    Not by patterns with `%u`, which would give every user, also one who only watches, a board's
    rights under its own name.

    >>> text = access_list([User("a", Role.BOARD, ""), User("hall", Role.WATCHER, "")])
    >>> text.splitlines()[-3:]
    ['user hall', 'topic read minigam/1/#', 'topic write minigam/1/board/a/ask']
    """
    users = tuple(users)
    boards = _boards(users)
    return "\n".join(_block(user, boards) for user in users)


def _block(user: User, boards: Sequence[Topics]) -> str:
    rights = [f"read {topic}" for topic in _read(user.role)]
    rights += [f"write {topic}" for topic in _written(user, boards)]
    return "".join(f"{line}\n" for line in (f"user {user.name}", *(f"topic {it}" for it in rights)))


def _boards(users: Iterable[User]) -> tuple[Topics, ...]:
    return tuple(Topics(user.name) for user in users if user.role is Role.BOARD)


def writable_topics(users: Iterable[User]) -> frozenset[str]:
    """All topics to which anybody may write: so many retained messages a broker can have to keep.

    >>> len(writable_topics([User("a", Role.BOARD, "")]))
    19
    """
    users = tuple(users)
    boards = _boards(users)
    return frozenset(topic for user in users for topic in _written(user, boards))


def _read(role: Role) -> tuple[str, ...]:
    match role:
        case Role.BOARD:
            return (f"{ROOT}/#", HOME_STATUS)
        case Role.HOME_ASSISTANT:
            return (f"{ROOT}/#", f"{DISCOVERY}/#")
        case Role.CLUB | Role.WATCHER:
            return (f"{ROOT}/#",)


def _written(user: User, boards: Sequence[Topics]) -> tuple[str, ...]:
    """Whoever reads a log may ask for it."""
    return (*(board.ask for board in boards), *_own(user, boards))


def _own(user: User, boards: Sequence[Topics]) -> tuple[str, ...]:
    match user.role:
        case Role.BOARD:
            return Topics(user.name).written
        case Role.CLUB:
            club = ClubTopics(user.name)
            return (club.availability, *(club.match(board.name) for board in boards))
        case Role.HOME_ASSISTANT:  # which deletes the entities of a device that is removed there
            commands = (board.command(name) for board in boards for name in COMMANDS)
            return (HOME_STATUS, *commands, *(topic for it in boards for topic in it.entities))
        case Role.WATCHER:
            return ()
