"""Root in the folder of a service, whose user may have put anything there."""

import os
from pathlib import Path

import pytest

from minigam.errors import JournalError
from minigam.files.ownership import give_to_owner, need_owner, open_within
from tests.cli.commands import run

UID, GID = 12345, 12346

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The service's."""
    data = tmp_path / "data"
    (data / "settings").mkdir(parents=True)
    os.chown(data, UID, GID)
    return data


def owner(path: Path) -> tuple[int, int]:
    return path.lstat().st_uid, path.lstat().st_gid


def test_files_and_links_become_the_folders_owners(folder: Path, tmp_path: Path) -> None:
    """No link is followed to a file of root's."""
    file, link, roots = folder / "settings" / "sim.toml", folder / "link", tmp_path / "roots"
    file.touch()
    roots.mkdir()
    (roots / "secret").touch()
    link.symlink_to(roots)
    give_to_owner(folder, [file, link, folder / "settings", link / "secret", folder])
    assert [owner(path) for path in (file, link, folder / "settings")] == 3 * [(UID, GID)]
    assert [owner(path) for path in (roots, roots / "secret")] == 2 * [(0, 0)]


def test_no_link_is_read_through(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    file = folder / "settings" / "sim.toml"
    file.write_text("idle = 5")
    with open_within(folder, file) as opened:
        assert opened.read() == b"idle = 5"
    file.unlink()
    file.symlink_to(tmp_path / "secret")
    with pytest.raises(OSError, match="Too many levels of symbolic links"):
        open_within(folder, file)
    file.unlink()
    file.parent.rmdir()
    file.parent.symlink_to(tmp_path)
    with pytest.raises(NotADirectoryError):
        open_within(folder, folder / "settings" / "secret")


@pytest.mark.parametrize("command", ["run", "solve"])
def test_root_is_told_to_be_the_owner_for_what_goes_on_long(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, command, "--data", folder) == (
        3,
        "",
        f"minigam: expected '#{UID}', whose the folder {folder} is, got root: begin the command "
        f"with sudo -u '#{UID}'\n",
    )
    assert [path.name for path in folder.iterdir()] == ["settings"]


def test_a_folder_within_that_of_somebody_is_theirs_too(folder: Path) -> None:
    with pytest.raises(JournalError, match=f"whose the folder {folder} is"):
        need_owner(folder / "tables" / "new")
    need_owner(folder.parent / "other")
