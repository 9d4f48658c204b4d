"""The board's own key and the broker's password: kept, private, and in no backup or listing."""

import tarfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from minigam.board.profile import load_profile
from minigam.daemon.board_secrets import (
    KEY,
    PASSWORD,
    PUBLIC_KEY,
    PasswordFile,
    certificates_in,
    keep_public_key,
    load_password,
    own_key_text,
    public_key_text,
)
from minigam.daemon.settings import Settings
from minigam.daemon.settings_store import SettingsStore, settings_store_for
from minigam.errors import BrokerError, SettingsError
from minigam.journal.backup import write_backup
from minigam.journal.store import FILE_NAME, Journal
from minigam.remote.broker import Certificates
from minigam.rules.actions import Begun
from minigam.rules.terms import Terms

SECRET = "no one's business"


def store_in(data: Path) -> SettingsStore:
    return settings_store_for(data, load_profile("sim"), lambda: 0.0)


def test_a_key_is_made_once(tmp_path: Path) -> None:
    made = iter(("ab" * 32, "cd" * 32))
    assert own_key_text(tmp_path, lambda: next(made)) == "ab" * 32
    assert own_key_text(tmp_path, lambda: next(made)) == "ab" * 32
    assert (tmp_path / KEY).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / KEY).parent.stat().st_mode & 0o777 == 0o700


def test_a_key_that_cannot_be_kept_is_none(tmp_path: Path) -> None:
    (tmp_path / KEY).mkdir(parents=True)
    with pytest.raises(BrokerError, match=r"the board's own key .* cannot be used"):
        own_key_text(tmp_path, lambda: "ab" * 32)


def test_a_password_is_kept_and_never_listed(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    assert store.listed()["broker_password"] is False
    changes: list[Settings] = []
    store.on_change = changes.append
    store.set({"broker_password": SECRET, "broker": "mqtts://b"})
    assert len(changes) == 2
    again = store_in(tmp_path)
    assert again.broker_password == SECRET
    assert again.listed()["broker_password"] is True
    assert SECRET not in str(again.listed())
    assert (tmp_path / PASSWORD).stat().st_mode & 0o777 == 0o600
    again.set({"broker_password": ""})
    assert store_in(tmp_path).broker_password == ""
    assert not (tmp_path / PASSWORD).exists()


@pytest.mark.parametrize("wrong", [7, None, "a\nb", "x" * 201, ["a"]])
def test_what_is_no_password_is_refused_and_not_quoted(wrong: object, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as fault:
        store_in(tmp_path).set({"broker_password": wrong, "tones": False})
    assert str(fault.value).startswith("broker_password: expected a password of at most 200")
    assert str(wrong) not in str(fault.value)
    assert store_in(tmp_path).settings.tones


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"broker": "nonsense"}, "broker: expected an address such as mqtts://broker.example"),
        ({"broker": "mqtts://u:secret@b"}, "broker: expected no password in the address"),
        ({"broker": "mqtt://u:secret@b"}, "everybody in the network could read it"),
        ({"broker": 7}, "broker: expected an address, or an empty text, got 7"),
        ({"board_name": "A b"}, "board_name: expected a name of 1 to 32 small letters"),
        ({"remote_control": "yes"}, "remote_control: expected true or false"),
    ],
)
def test_settings_for_a_broker_that_are_refused(
    changes: dict[str, object], why: str, tmp_path: Path
) -> None:
    with pytest.raises(SettingsError) as fault:
        store_in(tmp_path).set(changes)
    assert why in str(fault.value)
    assert "secret" not in str(fault.value)


def test_a_backup_holds_neither_key_nor_password(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    journal = Journal(data / FILE_NAME, new=True)
    journal.begin([Begun(Terms("minigam"))], "6")
    journal.close()
    store_in(data).set({"broker_password": SECRET, "broker": "mqtts://b"})
    own_key_text(data, lambda: "ab" * 32)
    packed = write_backup(data, tmp_path, "1", datetime(2026, 1, 1, tzinfo=UTC))
    with tarfile.open(packed) as archive:
        assert archive.getnames() == ["manifest.json", FILE_NAME, "settings/sim.toml"]


def test_a_password_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text(f"{SECRET}\r\n")
    assert load_password(file) == SECRET
    for text in (b"\n", b"a\nb\n", b"\xff\n", b"x" * 300):
        file.write_bytes(text)
        with pytest.raises(BrokerError, match="expected a password"):
            load_password(file)
    with pytest.raises(BrokerError, match="got no file"):
        load_password(tmp_path / "missing")


def test_a_damaged_password_file_is_none(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / PASSWORD).parent.mkdir()
    (tmp_path / PASSWORD).write_bytes(b"\xff\xfe")
    assert PasswordFile(tmp_path).password == ""
    assert "the broker's password cannot be used" in caplog.text


def test_certificates_that_are_there(tmp_path: Path) -> None:
    assert certificates_in(tmp_path) == Certificates()
    (tmp_path / "remote").mkdir()
    ca = tmp_path / "remote" / "ca.pem"
    ca.write_text("")
    assert certificates_in(tmp_path) == Certificates(ca=ca)


def test_a_board_keeps_its_public_key_for_when_it_has_no_broker(tmp_path: Path) -> None:
    assert public_key_text(tmp_path) == ""
    keep_public_key(tmp_path, "ab" * 32)
    assert public_key_text(tmp_path) == "ab" * 32
    keep_public_key(tmp_path, "cd" * 32)
    assert public_key_text(tmp_path) == "cd" * 32
    for text in (b"", b"AB" * 32, b"ab" * 31, b"\xff"):
        (tmp_path / PUBLIC_KEY).write_bytes(text)
        assert public_key_text(tmp_path) == ""
