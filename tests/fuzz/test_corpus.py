"""Every file of the corpora through its target, without a fuzzer: what was found stays mended."""

import pytest

from tests.fuzz.seeds import SEEDS
from tests.fuzz.targets import CORPUS, TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_a_corpus_passes(name: str) -> None:
    found = sorted((CORPUS / name).iterdir())
    assert found
    for file in found:
        try:
            TARGETS[name](file.read_bytes())
        except Exception as fault:
            what = file.relative_to(CORPUS)
            raise AssertionError(f"{what} is not told as it should be") from fault


def test_every_corpus_has_its_target() -> None:
    assert sorted(path.name for path in CORPUS.iterdir()) == sorted(TARGETS)
    assert SEEDS.keys() <= TARGETS.keys()
