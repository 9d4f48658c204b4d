"""Each game in each phase looks as was agreed, on seven screens: see `agreed`."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from minigam.rules.ruleset import RULE_SETS
from tests.e2e.agreed import FOLDER, SIZES, apart, read, scenes, sheet, written

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TOLERATED = 0.006
"""Of a picture's pixels, as another font or browser draws them."""
TAKEN = Path("build/pictures")


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_it_looks_as_agreed(rules_id: str, browser: Browser) -> None:
    agreed, found = read((FOLDER / f"{rules_id}.png").read_bytes()), sheet(browser, rules_id)
    TAKEN.mkdir(parents=True, exist_ok=True)
    (TAKEN / f"{rules_id}.png").write_bytes(written(found))
    names = [(scene, size) for scene in scenes(rules_id) for size in SIZES]
    differ = {
        name: round(share, 3)
        for name, one, other in zip(names, agreed, found, strict=True)
        if (share := apart(one, other)) > TOLERATED
    }
    assert differ == {}, (
        f"look at {TAKEN / rules_id}.png; if it is as it should be: "
        f"python -m tests.e2e.agreed {rules_id}"
    )
