"""What each user may read and write: Mosquitto's file of access rights (ACL).

Every topic that may be written is named, without `+` and `#`: a broker keeps the last retained
message of each topic, so whoever could choose topics could fill it.

What everybody may write is named once, as a pattern, so the file grows with the number of boards
and not with its square. Mosquitto warns that these patterns have no `%u` or `%c`.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from minigam.remote.club_broker.users import Revoked, Role, User
from minigam.remote.control import COMMANDS
from minigam.remote.topics import DISCOVERY, ROOT, ClubTopics, Topics

HOME_STATUS: Final = f"{DISCOVERY}/status"
"""Home Assistant has started, and wants all of its entities again."""


def access_list(users: Iterable[User], revoked: Iterable[Revoked] = ()) -> str:
    """The file: a block a user, and what everybody may write: each board's `ask`.

    Not by patterns with `%u`, which would give every user, also one who only watches, a board's
    rights under its own name. A revoked user whose certificate has its connection still open is
    denied everything: Mosquitto looks at a user's own block first.

    >>> text = access_list([User("a", Role.BOARD, ""), User("hall", Role.WATCHER, "")])
    >>> text.splitlines()[-4:]
    ['user hall', 'topic read minigam/1/#', '', 'pattern write minigam/1/board/a/ask']
    """
    users = tuple(users)
    boards = _boards(users)
    gone = sorted({each.name for each in revoked if each.name} - {user.name for user in users})
    blocks = [f"user {name}\ntopic deny #\n" for name in gone]
    blocks += [_block(user, boards) for user in users]
    asked = "".join(f"pattern write {board.ask}\n" for board in boards)
    return "\n".join(filter(None, (*blocks, asked)))


def _block(user: User, boards: Sequence[Topics]) -> str:
    rights = [f"read {topic}" for topic in _read(user.role)]
    rights += [f"write {topic}" for topic in _own(user, boards)]
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
    own = (topic for user in users for topic in _own(user, boards))
    return frozenset((*(board.ask for board in boards), *own))


def _read(role: Role) -> tuple[str, ...]:
    match role:
        case Role.BOARD:
            return (f"{ROOT}/#", HOME_STATUS)
        case Role.HOME_ASSISTANT:
            return (f"{ROOT}/#", f"{DISCOVERY}/#")
        case Role.CLUB | Role.WATCHER:
            return (f"{ROOT}/#",)


def _own(user: User, boards: Sequence[Topics]) -> tuple[str, ...]:
    """What a user may write that others may not."""
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
