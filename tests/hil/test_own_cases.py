"""Own cases: what a file of them may be, and how a mistake in it is reported."""

from pathlib import Path
from typing import cast

import pytest

from minigam.errors import BenchError, UnreadableError
from minigam.hil import Figure, Need, NotTriedError, Rig
from minigam.hil.cases import Case
from minigam.hil.own_cases import load_cases

NO_RIG = cast(Rig, None)
HEAD = "from minigam.hil import Figure, Need, NotTriedError, case\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.py"


def test_cases_are_named_by_their_functions_in_their_order(file: Path) -> None:
    file.write_text(
        HEAD + "@case\n"
        "def second_look(rig):\n"
        '    """It is looked twice.\n\n    With a reason.\n    """\n'
        "@case(needs=[Need.ROLL], goes_on=True)\n"
        "def a_roll(rig):\n"
        "    return [Figure('rolls', 2)]\n"
        "def helper(rig):\n"
        "    pass\n"
    )
    look, roll = load_cases(file)
    assert look == Case("second-look", "It is looked twice", frozenset(), look.run)
    assert roll == Case("a-roll", "a-roll", frozenset({Need.ROLL}), roll.run, goes_on=True)
    assert (look.run(NO_RIG), roll.run(NO_RIG)) == ([], [Figure("rolls", 2)])


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("assert 1 == 2", "this does not hold: assert 1 == 2 (mine.py, line 4)"),
        ("assert False, 'no light'", "no light (mine.py, line 4)"),
        ("rig.tap('roll')", "AttributeError: 'NoneType' object has no attribute 'tap'"),
        ("return 1 / 0", "ZeroDivisionError: division by zero (mine.py, line 4)"),
        ("import sys; sys.exit('enough')", "SystemExit: enough (mine.py, line 4)"),
        ("raise OSError('the jig is gone')", "the jig is gone (mine.py, line 4)"),
        ("int('x'\n)", "ValueError: invalid literal for int() with base 10: 'x' (mine.py, line 4)"),
        (
            "raise type('Mute', (Exception,), {'__str__': None})()",
            "Mute: its text cannot be made (mine.py, line 4)",
        ),
        ("raise BaseException('even so')", "BaseException: even so (mine.py, line 4)"),
        ("return 3", "expected figures or nothing from the case, got 3"),
        ("return ['3']", "expected figures or nothing from the case, got ['3']"),
        (
            "return [type('Mute', (), {'__repr__': None})()]",
            "expected figures or nothing from the case, got a value that cannot be shown",
        ),
        *(
            (f"return [Figure('x', {value})]", f"figure 'x': expected a finite number, got {told}")
            for value, told in (
                ("float('nan')", "nan (mine.py, line 4)"),
                ("float('-inf')", "-inf (mine.py, line 4)"),
                ("10**400", "1000"),
                ("10**20_000", "a value that is too long to show (mine.py, line 4)"),
                *(
                    (value, f"{value} (mine.py, line 4)")
                    for value in ("'text'", "None", "1j", "True")
                ),
            )
        ),
        *(
            (
                f"return [Figure({name}, 5)]",
                f"expected a figure's name on one line, got {name} (mine.py, line 4)",
            )
            for name in ("5", "' '", "'\\ud800'", "'a\\x1bb'")
        ),
        *(
            (
                f"return [Figure('x', 5, {unit})]",
                f"figure 'x': expected a unit, got {unit} (mine.py, line 4)",
            )
            for unit in ("None", "'\\ud800'")
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_its_place(body: str, text: str, file: Path) -> None:
    file.write_text(f"{HEAD}@case\ndef mine(rig):\n    {body}\n")
    (mine,) = load_cases(file)
    with pytest.raises(BenchError) as fault:
        mine.run(NO_RIG)
    assert str(fault.value).startswith(text)
    assert "\n" not in str(fault.value)


def test_a_case_may_say_that_it_cannot_be_tried(file: Path) -> None:
    file.write_text(f"{HEAD}@case\ndef mine(rig):\n    raise NotTriedError('at night only')\n")
    (mine,) = load_cases(file)
    with pytest.raises(NotTriedError, match=r"^at night only$"):
        mine.run(NO_RIG)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a function marked with @case, got none; see docs/bench.md"),
        ("def (:", "expected own cases, got invalid syntax (mine.py, line 1)"),
        ("\nimport chess_board", "got ModuleNotFoundError: No module named 'chess_board' (mine.py"),
        ("x = 1\ny = z", "got NameError: name 'z' is not defined (mine.py, line 2)"),
        ("import sys\nsys.exit(3)", "got SystemExit: 3 (mine.py, line 2)"),
        ("\0", "source code string cannot contain null bytes"),
        (b"\xff\xfe", "expected own cases, got "),
        (f"{HEAD}@case\ndef dark(rig): pass", "there is a case 'dark' already: rename this one"),
        (
            f"{HEAD}@case\nasync def a(rig): pass",
            "TypeError: @case: expected a plain function, got",
        ),
        (
            f"{HEAD}@case\ndef a(rig):\n    '\\x1b[31m'",
            "TypeError: a: expected a text of one line, got '\\x1b[31m'",
        ),
        (f"{HEAD}case(3)", "TypeError: @case: expected a plain function, got 3 (mine.py, line 2)"),
        (f"{HEAD}case(needs=['roll'])", "TypeError: needs: expected members of Need, got 'roll'"),
        (f"{HEAD}case(need=1)", "TypeError: case() got an unexpected keyword argument 'need'"),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_sentence(
    text: str | bytes, message: str, file: Path
) -> None:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UnreadableError) as refusal:
        load_cases(file)
    assert str(refusal.value).startswith(f"{file}: ")
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "mine.toml"
    other.write_text("title = 'T'")
    with pytest.raises(UnreadableError, match=r"expected a Python file, whose name ends in \.py"):
        load_cases(other)
    with pytest.raises(UnreadableError, match="expected a Python file with cases, found none"):
        load_cases(tmp_path / "none.py")
