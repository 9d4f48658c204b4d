"""axe-core's judgement of the page: what a person who sees, hears or moves otherwise would miss."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def findings(page: Page) -> list[str]:
    """What axe finds wrong, best practices included: the rule, the element, the reason."""
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary']}"
        for rule in Axe().run(page).response["violations"]
        for node in rule["nodes"]
    ]
