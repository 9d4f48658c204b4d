"""What an archive may hold, though whoever signed it is trusted."""

import tarfile
from pathlib import Path

import pytest

from minigam.errors import UpdateError
from minigam.update.archive import MOST_FILES, look_over, unpack
from tests.update.releases import RELEASE, Files, member, tar

TOP = RELEASE.folder
GOOD: Files = {
    f"{TOP}/systemd/install.sh": b"#!/bin/sh\n",
    f"{TOP}/controller/minigam/__init__.py": b'"""minigam."""\n\n__version__ = "2.0.0"\n',
}


def written(folder: Path, content: bytes) -> Path:
    file = folder / RELEASE.name
    file.write_bytes(content)
    return file


def test_an_archive_is_unpacked_with_its_owners_rights_only(tmp_path: Path) -> None:
    loose = member(f"{TOP}/docs", tarfile.DIRTYPE)
    loose.mode = 0o7777
    file = written(tmp_path, tar(GOOD, loose))
    assert look_over(file, RELEASE) == sum(map(len, GOOD.values()))
    tree = unpack(file, RELEASE, tmp_path / "place")
    found = {
        str(path.relative_to(tmp_path / "place")): path.read_bytes()
        for path in tree.rglob("*")
        if path.is_file()
    }
    assert found == GOOD
    assert all(path.stat().st_mode & 0o7022 == 0 for path in (tree, *tree.rglob("*")))
    assert (tree / "systemd/install.sh").stat().st_mode & 0o100


OUTSIDE = ["/etc/passwd", "../passwd", f"{TOP}/../passwd", "passwd", f"{TOP}x/a", f"{TOP}//a"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_file_outside_of_the_folder_is_refused(name: str, tmp_path: Path) -> None:
    file = written(tmp_path, tar({**GOOD, name: b"root::0:0"}))
    with pytest.raises(UpdateError, match=r"it has a file outside of its folder"):
        look_over(file, RELEASE)
    with pytest.raises(UpdateError, match=r"outside of its folder"):
        unpack(file, RELEASE, tmp_path / "place")
    assert not (tmp_path / "passwd").exists()


KINDS = [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE]


@pytest.mark.parametrize("kind", KINDS)
def test_so_is_what_is_no_file(kind: bytes, tmp_path: Path) -> None:
    target = f"{TOP}/systemd/install.sh"
    file = written(tmp_path, tar(GOOD, member(f"{TOP}/link", kind, target)))
    with pytest.raises(UpdateError, match=r"minigam-2.0.0.tar cannot be used: "):
        look_over(file, RELEASE)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is damaged"),
        (b"no archive" * 200, "it is damaged"),
        (tar(GOOD)[:1000], "it is damaged|found none"),
        (tar({}), r"expected controller/minigam/__init__.py in it, found none"),
        (tar(dict([*GOOD.items()][1:])), r"expected systemd/install.sh in it, found none"),
        (
            tar({**GOOD, [*GOOD][1]: b'__version__ = "1.9.0"\n'}),
            r"expected version 2.0.0 in it, got \['1.9.0'\]",
        ),
    ],
    ids=["empty", "noise", "cut off", "nothing", "no installer", "another version"],
)
def test_so_is_what_is_not_whole(content: bytes, why: str, tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match=why):
        look_over(written(tmp_path, content), RELEASE)


def test_so_are_too_many_files(tmp_path: Path) -> None:
    many = {f"{TOP}/{number}": b"" for number in range(MOST_FILES)}
    with pytest.raises(UpdateError, match="expected at most 20000 files"):
        look_over(written(tmp_path, tar({**GOOD, **many})), RELEASE)
