"""Mosquitto's file of access rights, whole."""

from minigam.remote.club_broker.access_list import access_list
from minigam.remote.club_broker.users import Role, User

ALL = """\
user table-7
topic read minigam/1/#
topic write minigam/1/board/+/ask
topic write minigam/1/board/table-7/#
topic write homeassistant/+/table-7/#
topic read homeassistant/status

user evening
topic read minigam/1/#
topic write minigam/1/board/+/ask
topic write minigam/1/club/#

user house
topic read minigam/1/#
topic write minigam/1/board/+/ask
topic write minigam/1/board/+/command/#
topic readwrite homeassistant/#

user hall
topic read minigam/1/#
topic write minigam/1/board/+/ask
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
