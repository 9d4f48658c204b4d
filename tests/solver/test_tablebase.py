"""A table holds what was solved, and is refused where it is not whole."""

import os
import struct
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

from minigam.errors import NoTablebaseError, TablebaseError
from minigam.rules.position import Side
from minigam.rules.ruleset import BACKGAMMON, MINIGAM, RuleSet, rule_set
from minigam.solver import tablebase
from minigam.solver.solve import Solver
from minigam.solver.tablebase import Tablebase, TablebaseStore, aligned, file_name, how_to_build
from minigam.solver.tablewriter import write
from tests.solver import games
from tests.solver.games import few_checkers, small_board, solved
from tests.solver.hollow import write_hollow

SMALL = small_board(4, 4)
PIP = "install `minigam[solver]` with pip, then "


@pytest.fixture(scope="module")
def solver() -> Solver:
    return solved(SMALL)


@pytest.fixture
def path(solver: Solver, tmp_path: Path) -> Path:
    path = tmp_path / "tables" / "minigam.table"
    write(path, SMALL, solver)
    return path


@pytest.mark.parametrize(
    ("rules", "gammons"), [(SMALL, False), (few_checkers(1), True)], ids=["small", "gammons"]
)
def test_every_value_is_there_rounded_as_the_header_says(
    rules: RuleSet, gammons: bool, tmp_path: Path
) -> None:
    """Where there are gammons, the chances are kept beside the values."""
    solver, chance = solved(rules), Random(1)
    table = write(tmp_path / "one.table", rules, solver)
    header, index = table.header, solver.game.index
    law = solver.game.law._asdict()
    found = (header.rules, header.law, header.positions, header.bound)
    assert found == (rules.id, law, index.size, solver.bound)
    assert 0 < header.rounding <= (2**-23 if gammons else 2**-25)
    assert (solver.chances is not None) is gammons
    chances = solver.values if solver.chances is None else solver.chances
    for _ in range(2_000):
        position, side = games.random_position(index, chance), chance.choice(list(Side))
        number = games.number(index, position, side)
        near = partial(pytest.approx, abs=header.rounding)
        assert table.value(position, side) == near(solver.values[number])
        assert table.chance(position, side) == near((1 + chances[number]) / 2)
    table.check_all()
    assert [file.name for file in tmp_path.iterdir()] == ["one.table"]


def test_a_flipped_bit_anywhere_is_found(path: Path) -> None:
    """But for the padding between the header and the first section."""
    whole, chance = path.read_bytes(), Random(3)
    (length,) = struct.unpack_from("<I", whole, 16)
    places = [*range(24 + length), *range(aligned(24 + length), len(whole))]
    for at in chance.sample(places, 300):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(TablebaseError):
            Tablebase(path).check_all()


def test_a_table_cut_off_anywhere_is_refused(path: Path) -> None:
    whole, chance = path.read_bytes(), Random(4)
    for length in (0, 1, 16, 20, 24, 200, len(whole) - 1, *chance.sample(range(len(whole)), 50)):
        path.write_bytes(whole[:length])
        with pytest.raises(
            TablebaseError, match=r": remove it, then run `make solve SOLVE=.--rules m"
        ):
            Tablebase(path)
    path.write_bytes(whole + b"\0")
    with pytest.raises(TablebaseError, match="cut off, or more was written behind it"):
        Tablebase(path)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path.write_bytes(b"SQLite" * 1000), "is not a table that this version reads"),
        (os.mkfifo, "cannot be read: it is no plain file"),
        (Path.mkdir, "cannot be read: Is a directory"),
    ],
    ids=["another file", "a pipe", "a folder"],
)
def test_what_is_no_table_is_refused(
    make: Callable[[Path], object], why: str, tmp_path: Path
) -> None:
    """A pipe is not waited for; what to do about a variant's table names its options."""
    path = tmp_path / "minigam-full-entry-enter_on_own=false-second_die=must.table"
    make(path)
    with pytest.raises(TablebaseError) as refused:
        Tablebase(path)
    assert str(refused.value) == (
        f"{path} {why}: remove it, then run `make solve "
        'SOLVE="--rules minigam-full-entry --option enter_on_own=false --option second_die=must"`'
    )
    assert TablebaseStore(tmp_path).variants == ()


def test_damage_is_found_before_a_value_is_read(path: Path, solver: Solver) -> None:
    damaged = bytearray(path.read_bytes())
    kind, place, _ = Tablebase(path).header.sections["values"]
    begin = len(damaged) - len(damaged) % 4096  # the checksums fill less than a page
    damaged[begin - 4096 * 2] ^= 1
    assert (kind, place % 4096) == ("f", 0)
    path.write_bytes(damaged)
    table, chance = Tablebase(path), Random(5)
    positions = [games.random_position(solver.game.index, chance) for _ in range(20_000)]
    with pytest.raises(TablebaseError, match="is damaged at byte"):
        max(table.value(position, Side.WHITE) for position in positions)


def test_a_table_of_other_rules_is_refused_by_name(path: Path) -> None:
    """A small board's, under the name of the whole game's."""
    with pytest.raises(TablebaseError) as refused:
        TablebaseStore(path.parent).table(MINIGAM)
    assert str(refused.value) == (
        f"{path} was made for other rules, those of minigam: "
        'remove it, then run `make solve SOLVE="--rules minigam"`'
    )


def test_a_table_that_is_written_over_is_not_read_on(path: Path) -> None:
    """It may be cut off at any moment; a read beyond its end would end the program."""
    table, whole = Tablebase(path), path.read_bytes()
    start = SMALL.start
    table.value(start, Side.WHITE)
    path.write_bytes(whole[:4096])
    with pytest.raises(TablebaseError, match="was removed or written over while"):
        table.value(start, Side.WHITE)
    path.unlink()
    with pytest.raises(TablebaseError, match="was removed or written over while"):
        table.chance(start, Side.WHITE)


def test_a_shelf_opens_what_lies_there_now(path: Path) -> None:
    tables, whole = TablebaseStore(path.parent), path.read_bytes()
    first = tables.table(SMALL)
    value = first.value(SMALL.start, Side.WHITE)
    assert tables.table(SMALL) is first
    path.unlink()
    with pytest.raises(NoTablebaseError):
        tables.table(SMALL)
    path.write_bytes(whole)
    again = tables.table(SMALL)
    assert again is not first
    assert again.value(SMALL.start, Side.WHITE) == value


def test_only_whole_tables_of_the_game_they_are_named_after_count(tmp_path: Path) -> None:
    """A table, one under another's name, none, a folder, and names of no game."""
    path = write_hollow(tmp_path, "minigam")
    for name in ("minigam-full-entry", "minigam-second_die=never", "chess"):
        (tmp_path / f"{name}.table").write_bytes(path.read_bytes())
    (tmp_path / "backgammon.table").write_bytes(path.read_bytes())
    (tmp_path / "minigam-second_die=must.table").write_bytes(b"")
    (tmp_path / "hypergammon.table").mkdir()
    assert TablebaseStore(tmp_path).variants == ("minigam",)
    assert TablebaseStore(tmp_path / "nowhere").variants == ()


def rewritten(path: Path, old: bytes, new: bytes) -> None:
    """The header with one thing told otherwise in as many bytes, and its checksum right."""
    whole = bytearray(path.read_bytes())
    (length,) = struct.unpack_from("<I", whole, 16)
    header = whole[24 : 24 + length].replace(old, new.ljust(len(old)), 1)
    assert header != whole[24 : 24 + length]
    whole[24 : 24 + length] = header
    struct.pack_into("<I", whole, 20, crc32(header))
    path.write_bytes(whole)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"made_by"', b'"told_by"'),
        (b'"points": 4', b'"spaces": 4'),
        (b'"positions": 5835', b'"positions": -835'),
        (b'["q", 0, 126]', b'["f", 0, 126]'),
        (b'["q", 0, 126]', b'["q",-1, 126]'),
        (b'["q", 0, 126]', b'["q", 0, 9e9]'),
        (b'["q", 0, 126]', b'{"q":  0   }'),
        (b'["q", 0, 126]', b"[[[[[[[[[[[[["),
        (b'"values"', b'"prices"'),
        (b"28672, 5835", b"28672, 9999"),
    ],
)
def test_a_header_of_another_version_is_refused(path: Path, old: bytes, new: bytes) -> None:
    rewritten(path, old, new)
    with pytest.raises(TablebaseError, match="was made by another version: remove it, then run"):
        Tablebase(path)


def test_a_value_that_is_not_there_is_told(tmp_path: Path) -> None:
    table = Tablebase(write_hollow(tmp_path, "minigam"))
    with pytest.raises(TablebaseError, match=r"minigam\.table has no values: remove it, then run"):
        table.value(MINIGAM.start, Side.WHITE)


def test_a_number_beyond_a_section_is_told(path: Path) -> None:
    rewritten(path, b'["q", 0, 126]', b'["q", 0,   0]')
    rewritten(path, b'["H", 4096, 126]', b'["H", 4096,   0]')
    with pytest.raises(TablebaseError, match=r"expected 0 numbers, got a number 0"):
        Tablebase(path).value(SMALL.start, Side.WHITE)


def test_the_names_of_tables_tell_apart_what_changes_a_value() -> None:
    must = replace(MINIGAM, enter_on_own=False)
    assert file_name(MINIGAM) == "minigam.table"
    assert file_name(replace(MINIGAM, length=7)) == "minigam.table"
    assert file_name(must) == "minigam-enter_on_own=false.table"


@pytest.mark.parametrize(("numba", "first"), [(True, ""), (False, PIP)], ids=["numba", "no numba"])
def test_what_to_run_where_minigam_is_installed(
    numba: bool, first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tablebase, "_CLONE", tmp_path)
    monkeypatch.setattr(tablebase, "find_spec", {"numba": numba}.get)
    told = how_to_build(rule_set("hypergammon"))
    assert told == f"{first}run `minigam solve --rules hypergammon`"


def test_what_to_run_in_a_clone_can_be_run() -> None:
    """`minigam` is not on PATH there, and numba may not be installed yet."""
    told = how_to_build(rule_set("hypergammon"))
    assert told == 'run `make solve SOLVE="--rules hypergammon"`'
    command = TablebaseStore(Path("tables")).command
    assert told == f"run `{command(rule_set('hypergammon'))}`"
    assert command(BACKGAMMON) == ""
    makefile = (Path(__file__).parents[2] / "Makefile").read_text()
    assert "solve: $(VENV)/solver.done" in makefile
    assert "minigam solve $(SOLVE)" in makefile


def test_an_empty_shelf_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NoTablebaseError, match=r"run `make solve SOLVE=\"--rules minigam\"`$"):
        TablebaseStore(tmp_path).table(MINIGAM)
