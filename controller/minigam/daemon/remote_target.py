"""Where a board connects by MQTT, and what it shows and does there: values, without behaviour."""

from collections.abc import Callable
from dataclasses import dataclass

from minigam.board.profile import Profile
from minigam.daemon.input_injector import InputInjector
from minigam.daemon.library import Library
from minigam.daemon.page_data import PageData
from minigam.daemon.settings_store import SettingsStore
from minigam.daemon.table import Table
from minigam.journal.store import Journal
from minigam.remote.broker import Broker


@dataclass(frozen=True)
class Target:
    """Where a board connects, as whom, and whether it may be controlled from there."""

    broker: Broker
    name: str
    control: bool


@dataclass(frozen=True)
class Surroundings:
    """What a board shows, and what can be done with it."""

    profile: Profile
    store: SettingsStore
    library: Library
    view: PageData
    finger: InputInjector
    sleep: Callable[[bool], None]
    """Puts it to sleep as at night, or wakes it."""
    table: Table
    tell: Callable[..., None]
    """Calls one of the table's methods with the time."""
    journal: Journal
