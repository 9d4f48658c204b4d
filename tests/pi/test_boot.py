"""The card's image in an emulated Pi: it boots, plays by its own drivers, and keeps its dice."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from minigam.board.profile import load_profile
from tests.boot.release import BROKEN, NEWER, newer, release_in
from tests.e2e.daemon import running
from tests.faults import SAME, lasting, note
from tests.pi.emulator import CLONE, EmulatedPi, fill_stick, insert, made_card
from tests.pi.table import CARD, FIGURES, keep
from tests.pi.wheels import wheels
from tests.update.releases import keys_in

pytestmark = [pytest.mark.pi_boot, pytest.mark.slow, pytest.mark.timeout(5400)]

TAPS = 9
READY_SECONDS = 1200.0
UPDATE_SECONDS = 3000.0
PLAYER, PULLED_UP = "/run/player.py", "/run/pulled_up.py"
BOARD = "quarter-buttons"
"""What a flashed card plays on, unless somebody chooses another board."""


@pytest.fixture(scope="module")
def pi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedPi]:
    """A Pi that has started from a fresh card, whose board is ready."""
    folder = tmp_path_factory.mktemp("pi")
    insert(made_card(), folder)
    pi = EmulatedPi(folder)
    try:
        seconds = pi.boot()
        until_ready(pi)
        keep(CARD, figures(pi, seconds, folder), FIGURES / CARD)
        yield pi
    finally:
        pi.cut()


def until_ready(pi: EmulatedPi) -> None:
    """Wait for the shipped unit, which systemd takes for started once the daemon is ready.

    Before it starts nobody presses a button any more.
    """
    pi.ask("systemctl stop minigam", READY_SECONDS)
    pi.put((CLONE / "tests/pi/pulled_up.py").read_text(), PULLED_UP)
    pins = " ".join(map(str, load_profile(BOARD).inputs.values()))
    pi.ask(f"/opt/minigam/current/bin/python {PULLED_UP} {pins}")
    pi.ask("systemctl start minigam", READY_SECONDS)
    pi.put((CLONE / "tests/boot/player.py").read_text(), PLAYER)


def figures(pi: EmulatedPi, boot_seconds: float, folder: Path) -> dict[str, Any]:
    """How long it has taken to start, and minigam in it, and the same on this machine."""
    began = time.monotonic()
    pi.ask("systemctl restart minigam", READY_SECONDS)
    ready_seconds, began = time.monotonic() - began, time.monotonic()
    with running(folder / "here"):
        here_seconds = time.monotonic() - began
    return {
        "model": pi.ask("tr -d '\\0' </proc/device-tree/model"),
        "kernel": pi.ask("uname -r").strip(),
        "card_mb": round(made_card().stat().st_size / 1e6),
        "boot_s": boot_seconds,
        "ready_s": ready_seconds,
        "here_s": here_seconds,
    }


def player(pi: EmulatedPi, *words: str) -> dict[str, Any]:
    """The game after some touches, which a user of the board's group gives."""
    said = pi.ask(f"runuser -u minigam -- python3 {PLAYER} {' '.join(words)}", READY_SECONDS)
    found: dict[str, Any] | None = json.loads(said)
    assert found is not None
    return found


def in_mid_game(pi: EmulatedPi) -> dict[str, Any]:
    """A game that is going on, after some touches."""
    found = player(pi, "play", str(TAPS))
    assert found["game"] is not None
    assert found["dice"] or found["plays"]
    return found


def spi_interrupts(pi: EmulatedPi) -> int:
    """How often the controller of SPI has asked for more to send."""
    line = pi.ask("grep 204000.spi /proc/interrupts")
    return sum(map(int, re.findall(r"\b\d+\b", line.partition(":")[2].partition("ARM")[0])))


def test_linux_takes_it_for_a_pi(pi: EmulatedPi) -> None:
    assert "Raspberry Pi 3 Model B" in pi.ask("tr '\\0' '\\n' </proc/device-tree/model")
    chip = "import gpiod; print(gpiod.Chip('/dev/gpiochip0').get_info().label)"
    assert "pinctrl-bcm2835" in pi.ask(f'/opt/minigam/current/bin/python -c "{chip}"')


def test_the_shipped_service_drives_its_board(pi: EmulatedPi) -> None:
    assert pi.ask("systemctl show minigam -P ActiveState") == "active\n"
    said = pi.ask("minigam doctor --data /var/lib/minigam || true", READY_SECONDS)
    for part, works in (("pins", "can be used"), ("strip", "GPIO 10 can be used")):
        assert re.search(rf"(?m)^ok +{part} +{works}$", said), said
    assert "lgpio" in pi.ask("cat /proc/$(systemctl show minigam -P MainPID)/maps")
    board = player(pi, "board")
    assert not board["simulated"]
    before = spi_interrupts(pi)
    assert player(pi, "play", "1")["game"] is not None
    assert spi_interrupts(pi) > before


def test_the_root_is_only_read_and_the_card_is_used(pi: EmulatedPi) -> None:
    pi.ask("until [ -e /data/grown ]; do sleep 1; done", READY_SECONDS)
    assert "ro" in pi.ask("findmnt -n -o OPTIONS /").strip().split(",")
    assert pi.ask("stat -c %a /root /data /etc").split() == ["700", "700", "755"]
    assert int(pi.ask("findmnt -n -b -o SIZE /data")) > 800 << 20
    assert pi.ask("systemctl --failed --plain --no-legend") == ""


def test_a_cut_of_power_in_mid_game_keeps_game_and_dice(pi: EmulatedPi) -> None:
    before = in_mid_game(pi)
    pi.cut()
    pi.boot()
    until_ready(pi)
    assert lasting(player(pi, "state")) == lasting(before)
    note("an emulated Pi loses its power in mid-game", 6, 1, SAME)


def test_an_update_from_a_stick_that_does_not_start_goes_back(
    pi: EmulatedPi, tmp_path: Path
) -> None:
    keys = keys_in(tmp_path / "keys")
    clone = newer(tmp_path, *BROKEN["ends"])
    release = release_in(tmp_path / "release", clone, NEWER, wheels(), keys)
    before = in_mid_game(pi)
    pi.cut()
    fill_stick(pi.folder, release, release.with_name(f"{release.name}.minisig"))
    pi.boot()
    until_ready(pi)
    assert lasting(player(pi, "state")) == lasting(before)
    # The stick has asked for an update, which nobody trusts yet.
    pi.ask("until systemctl is-failed -q minigam-update; do sleep 1; done", READY_SECONDS)
    assert "no release can be trusted yet" in pi.ask("journalctl -q -o cat -u minigam-update")
    pi.ask("mkdir -p /etc/minigam")
    pi.put(keys.public.read_text(), "/etc/minigam/release.pub")
    old = pi.ask("readlink /opt/minigam/current")
    status, said = pi.run("minigam update --now", UPDATE_SECONDS)
    assert status == 1, said
    assert "RuntimeError: broken" in said, said
    assert f"minigam: {Path(old.strip()).name} plays again as before" in said
    assert pi.ask("readlink /opt/minigam/current") == old
    assert lasting(player(pi, "state")) == lasting(before)
    note("a signed update to a version that does not start", 6, 1, f"back to the old one; {SAME}")
