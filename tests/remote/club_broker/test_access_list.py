"""Mosquitto's file of access rights, whole."""

from minigam.remote.club_broker.access_list import access_list, writable_topics
from minigam.remote.club_broker.users import Revoked, Role, User

ENTITIES = """\
topic write homeassistant/sensor/table-7/score/config
topic write homeassistant/sensor/table-7/turn/config
topic write homeassistant/sensor/table-7/phase/config
topic write homeassistant/sensor/table-7/roll/config
topic write homeassistant/sensor/table-7/result/config
topic write homeassistant/sensor/table-7/game/config
topic write homeassistant/binary_sensor/table-7/problem/config
topic write homeassistant/switch/table-7/night/config
topic write homeassistant/number/table-7/brightness/config
topic write homeassistant/button/table-7/new-game/config
"""
ALL = f"""\
user table-7
topic read minigam/1/#
topic read homeassistant/status
topic write minigam/1/board/table-7/availability
topic write minigam/1/board/table-7/info
topic write minigam/1/board/table-7/snapshot
topic write minigam/1/board/table-7/health
topic write minigam/1/board/table-7/control
topic write minigam/1/board/table-7/invite
topic write minigam/1/board/table-7/log
topic write minigam/1/board/table-7/join
{ENTITIES}
user evening
topic read minigam/1/#
topic write minigam/1/club/availability
topic write minigam/1/club/match/table-7

user house
topic read minigam/1/#
topic read homeassistant/#
topic write homeassistant/status
topic write minigam/1/board/table-7/command/new-game
topic write minigam/1/board/table-7/command/night
topic write minigam/1/board/table-7/command/brightness
{ENTITIES}
user hall
topic read minigam/1/#

pattern write minigam/1/board/table-7/ask
"""
NAMES = {
    "table-7": Role.BOARD,
    "evening": Role.CLUB,
    "house": Role.HOME_ASSISTANT,
    "hall": Role.WATCHER,
}


def test_each_user_has_the_rights_of_its_role() -> None:
    assert access_list(User(name, role, "") for name, role in NAMES.items()) == ALL


def test_every_role_is_among_them_and_without_users_nobody_may_do_anything() -> None:
    assert set(NAMES.values()) == set(Role)
    assert access_list([]) == ""


def test_the_file_grows_by_the_same_number_of_lines_with_each_board() -> None:
    """It once had a line for each board's `ask` under each user: 4 million for 2,000 boards."""
    lines = [
        len(access_list(User(f"b{at}", Role.BOARD, "") for at in range(count)).splitlines())
        for count in (10, 20, 40)
    ]
    assert lines[2] - lines[1] == 2 * (lines[1] - lines[0])


def test_a_user_whose_certificate_was_revoked_may_do_nothing_until_it_is_added_again() -> None:
    revoked = [Revoked(serial, "", name) for serial, name in (("2", "b"), ("1", "a"), ("3", "b"))]
    assert access_list([], revoked) == "user a\ntopic deny #\n\nuser b\ntopic deny #\n"
    assert access_list([User("b", Role.WATCHER, "")], revoked) == (
        "user a\ntopic deny #\n\nuser b\ntopic read minigam/1/#\n"
    )


def test_nobody_may_choose_a_topic() -> None:
    """The broker keeps the last retained message of each: see `configuration.most_memory`."""
    users = [User(f"{name}-{at}", role, "") for name, role in NAMES.items() for at in range(3)]
    topics = writable_topics(users)
    assert not [topic for topic in topics if "+" in topic or "#" in topic]
    lines = [line.split(" ", 2)[2] for line in access_list(users).splitlines() if " write " in line]
    assert set(lines) == topics
    assert "readwrite" not in access_list(users)
