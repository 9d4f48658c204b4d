"""The file on the boot partition: read, refused, and its password removed."""

import contextlib
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.errors import SettingsError
from minigam.provisioning.boards import real_boards
from minigam.provisioning.choices import Choices, Offered, Security, Wifi
from minigam.provisioning.options_file import options_text
from minigam.provisioning.secret import Secret
from minigam.provisioning.setup_file import KEYS, WIFI_KEYS, read_setup_file, without_password
from minigam.web.language import Languages

EXAMPLE = Path(__file__).parents[2] / "systemd" / "image" / "minigam.toml"
BOARDS = list(real_boards())
OFFERED = Offered([each.tag for each in Languages()], BOARDS)
PASSWORD = "correct horse"
WHOLE = f"""# ours
language = "de"
board = "quarter-hall"
name = "Kitchen"

[wifi]
name = "home"   # the router's
password = "{PASSWORD}"  # secret
hidden = true
"""


def refused(text: str) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        read_setup_file(text, OFFERED)
    return [line.strip() for line in str(caught.value).splitlines()[1:]]


def choices_in(text: str) -> Choices:
    choices = read_setup_file(text, OFFERED).choices
    assert choices is not None
    return choices


def test_a_whole_file() -> None:
    wifi = Wifi(b"home", Secret(PASSWORD), Security.PSK, hidden=True)
    found = read_setup_file(WHOLE, OFFERED)
    assert (found.choices, found.is_joined) == (
        Choices("de", "quarter-hall", "kitchen", wifi),
        False,
    )


def test_one_line_is_enough_and_an_empty_file_asks_for_nothing() -> None:
    usual = Choices("en", "quarter-buttons", "minigam", None)
    assert read_setup_file('language = "en"', OFFERED).choices == usual
    assert read_setup_file("\n# a comment\n", OFFERED).choices is None


def test_a_wifi_without_its_heading_is_said_to_lack_it() -> None:
    said = "line 2: this was set above: is the line [wifi] missing before the Wi-Fi's lines?"
    assert refused('name = "kitchen"\nname = "home"\npassword = "open sesame"') == [said]


def test_the_example_changes_nothing_and_each_of_its_lines_can_be_used() -> None:
    text = EXAMPLE.read_text("utf-8")
    usual = read_setup_file("", OFFERED)
    assert read_setup_file(text, OFFERED) == usual
    used = "\n".join(
        line[1:] if line[:1] == "#" and line[1:2] != " " else line for line in text.splitlines()
    )
    table = tomllib.loads(used)
    assert table.keys() == KEYS.keys()
    assert table["wifi"].keys() == WIFI_KEYS.keys() - {"joined"}
    read_setup_file(used, OFFERED)
    for name in (*BOARDS, *OFFERED.languages):
        assert f"{name}," in text or f"{name} or" in text or f"{name}." in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = kitchen", "line 1: expected TOML"),
        ("\n\nname = = 1\n", "line 3: expected TOML"),
        ("name = 7", "name: expected a text, got something else"),
        ("wifi = 'home'", "wifi: expected a table, got something else"),
        ("colour = 'oak'", "colour: unknown; expected one of: language, board, name, wifi"),
        (
            "[wifi]\nssid = 'x'",
            "a key of [wifi]: unknown; expected one of: name, password, hidden, joined",
        ),
        ("[wifi]\npassword = '12345678'", "wifi.name: expected the name of your Wi-Fi"),
        ("[wifi]\nname = 'x'\npassword = '1'", "wifi.password: A Wi-Fi password has 8"),
        ("language = 'nl'", "language: Choose one of the languages. They are: de, en."),
        ("board = 'oak'", "board: Choose one of the boards. They are: dice-16-hall, "),
    ],
)
def test_a_fault_names_its_key_and_what_to_do(text: str, said: str) -> None:
    (line,) = refused(text)
    assert line.startswith(said)


@pytest.mark.parametrize(
    "text",
    [
        f"[wifi]\nname = 'x'\npassword = '{PASSWORD}",
        f"[wifi]\nname = 'x'\npassword = ['{PASSWORD}']",
        f"[wifi]\nname = 'x'\n'{PASSWORD}' = 'password'",
        f"'{PASSWORD}' = 1",
        f"[wifi]\nname = 'x'\npassword = '{PASSWORD * 9}'",
        f"language = '{PASSWORD}'",
    ],
)
def test_no_message_has_a_password(text: str) -> None:
    assert not any(PASSWORD in line for line in refused(text))


def test_the_password_is_removed_in_its_place_and_the_rest_stays() -> None:
    found = without_password(WHOLE)
    assert len(found) == len(WHOLE)
    changed = [
        (old, new)
        for old, new in zip(WHOLE.splitlines(), found.splitlines(), strict=True)
        if old != new
    ]
    ((_, new),) = changed
    assert new.strip() == "joined = true"
    assert read_setup_file(found, OFFERED).is_joined
    assert choices_in(found) == Choices("de", "quarter-hall", "kitchen", None)


def test_a_new_password_is_used_once_more() -> None:
    again = without_password(WHOLE) + f"password = '{PASSWORD}'\n"
    assert read_setup_file(again, OFFERED).is_joined is False
    assert read_setup_file(without_password(again), OFFERED).is_joined is True


@pytest.mark.parametrize(
    "text",
    [
        f'wifi = {{ name = "home", password = "{PASSWORD}" }}',
        f'wifi.name = "home"\nwifi.password = "{PASSWORD}"',
        f'[wifi]\nname = "home"\npassword = """\n{PASSWORD}"""',
        f'[wifi]\nname = "{PASSWORD}"\npassword = "{PASSWORD}"\n',
        f'# it is {PASSWORD}\n[wifi]\nname = "home"\npassword = "{PASSWORD}"',
        '[wifi]\nname = "a\'\\"\\u263a"\npassword.x = 1'.replace(".x = 1", f' = "{PASSWORD}"'),
    ],
)
def test_it_is_removed_however_it_was_written(text: str) -> None:
    before = choices_in(text)
    found = without_password(text)
    assert len(found.encode()) >= len(text.encode())
    table = tomllib.loads(found)["wifi"]
    assert "password" not in table
    assert before.wifi is not None
    assert table["name"].encode() == before.wifi.ssid
    assert PASSWORD not in found.replace(f'name = "{PASSWORD}"', "")
    assert read_setup_file(found, OFFERED).is_joined


@given(st.text(max_size=400))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(SettingsError):
        read_setup_file(text, OFFERED)


def test_the_service_s_options_have_neither_network_nor_password() -> None:
    text = options_text(choices_in(WHOLE))
    assert "BOARD=quarter-hall\nOPTIONS=--listen --lang de\n" in text
    assert "home" not in text
    assert PASSWORD not in text
