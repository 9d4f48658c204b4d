"""Names and versions of releases, and which of several is taken."""

import pytest

from minigam.errors import UpdateError
from minigam.update.names import Release, newest, parse_name, version_of

PI = "aarch64-cp313"
NOT_RELEASES = [
    "minigam-0.2.tar",
    "minigam-0.2.0.tar.gz",
    "minigam-0.2.0-aarch64.tar",
    "../minigam-0.2.0.tar",
    "minigam-0.2.0-a/b-cp313.tar",
    "minigam-0.2.0.tar\n",
    "minigam-0.2.\N{ARABIC-INDIC DIGIT TWO}.tar",
    f"minigam-{'9' * 5000}.0.0.tar",
]


@pytest.mark.parametrize("name", NOT_RELEASES)
def test_another_name_is_no_releases(name: str) -> None:
    assert parse_name(name) is None


@pytest.mark.parametrize("release", [Release("0.2.0"), Release("10.20.30", PI)])
def test_a_name_says_what_is_in_it(release: Release) -> None:
    assert parse_name(release.name) == release
    assert release.comment == f"minigam {release.version} {release.name}"


def test_the_newest_is_taken_by_its_number_and_of_two_the_one_with_its_packages() -> None:
    names = ["minigam-0.9.9.tar", "minigam-0.10.0.tar", f"minigam-0.10.0-{PI}.tar", *NOT_RELEASES]
    others = ["minigam-0.11.0-x86_64-cp311.tar"]
    assert newest([*names, *others], PI) == Release("0.10.0", PI)
    assert newest(names[:2], PI) == Release("0.10.0")
    assert newest(others, PI) is None


@pytest.mark.parametrize("text", ["", "1", "0.2", "0.2.0rc1", "0.2.0-c", "a.b.c", "0.2.0 "])
def test_another_text_is_no_version(text: str) -> None:
    with pytest.raises(UpdateError, match="expected a version such as"):
        version_of(text)
