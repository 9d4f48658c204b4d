"""What the tests of the installer need."""

from pathlib import Path

import pytest

from tests.systemd.box import Box, box_in


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return box_in(tmp_path)
