"""The topics of MQTT that a board writes and reads. See `docs/mqtt.md`."""

from dataclasses import dataclass

from minigam.remote.payload_reading import VERSION

ROOT = f"minigam/{VERSION}"
DISCOVERY = "homeassistant"
"""Where Home Assistant looks for devices."""
COMPONENTS = {
    "score": "sensor",
    "turn": "sensor",
    "phase": "sensor",
    "roll": "sensor",
    "result": "sensor",
    "game": "sensor",
    "problem": "binary_sensor",
    "night": "switch",
    "brightness": "number",
    "new-game": "button",
}
"""A board's entities in Home Assistant, and what kind each is of."""


def board_of(topic: str) -> str | None:
    """The name of the board below whose root a topic is; None where it is of no board.

    >>> board_of("minigam/1/board/board-7/log"), board_of("homeassistant/status")
    ('board-7', None)
    """
    root, _, below = topic.partition("/board/")
    name, slash, _ = below.partition("/")
    return name if root == ROOT and slash else None


@dataclass(frozen=True)
class ClubTopics:
    """The topics of a club's evening, where no board may write.

    >>> ClubTopics("club").match("oak")
    'minigam/1/club/match/oak'
    """

    name: str
    """The service's, as the broker knows it."""

    @property
    def root(self) -> str:
        """What all of its topics begin with."""
        return f"{ROOT}/club"

    @property
    def availability(self) -> str:
        """`online` or `offline`, retained."""
        return f"{self.root}/availability"

    def match(self, board: str) -> str:
        """Which match a board has, retained; empty while it has none."""
        return f"{self.root}/match/{board}"


def each_board(topic: str) -> str:
    """A topic of all boards, to subscribe to.

    >>> each_board("log")
    'minigam/1/board/+/log'
    """
    return f"{ROOT}/board/+/{topic}"


@dataclass(frozen=True)
class Topics:
    """One board's topics.

    >>> Topics("board-7").snapshot
    'minigam/1/board/board-7/snapshot'
    >>> Topics("board-7").discovery("score")
    'homeassistant/sensor/board-7/score/config'
    """

    name: str
    """The board's."""

    @property
    def root(self) -> str:
        """What all of its topics begin with."""
        return f"{ROOT}/board/{self.name}"

    @property
    def availability(self) -> str:
        """`online` or `offline`, retained; the broker itself writes the latter."""
        return f"{self.root}/availability"

    @property
    def info(self) -> str:
        """What board it is, retained."""
        return f"{self.root}/info"

    @property
    def snapshot(self) -> str:
        """The game as a display shows it, retained."""
        return f"{self.root}/snapshot"

    @property
    def health(self) -> str:
        """Whether the board works, retained."""
        return f"{self.root}/health"

    @property
    def control(self) -> str:
        """What can be controlled from elsewhere, and how it is set, retained."""
        return f"{self.root}/control"

    @property
    def log(self) -> str:
        """The actions, signed."""
        return f"{self.root}/log"

    @property
    def invite(self) -> str:
        """The board's open invitation to a game, retained."""
        return f"{self.root}/invite"

    @property
    def join(self) -> str:
        """Its wish to join another board's invitation."""
        return f"{self.root}/join"

    @property
    def ask(self) -> str:
        """Where others ask for the log."""
        return f"{self.root}/ask"

    def command(self, name: str) -> str:
        """Where others control the board; `+` is all of them."""
        return f"{self.root}/command/{name}"

    def discovery(self, thing: str) -> str:
        """Where Home Assistant finds one of the board's entities, of `COMPONENTS`, retained."""
        return f"{DISCOVERY}/{COMPONENTS[thing]}/{self.name}/{thing}/config"

    @property
    def entities(self) -> tuple[str, ...]:
        """Those of Home Assistant's discovery."""
        return tuple(map(self.discovery, COMPONENTS))

    @property
    def retained(self) -> tuple[str, ...]:
        """Those below its root whose last message the broker keeps."""
        return (self.availability, self.info, self.snapshot, self.health, self.control, self.invite)

    @property
    def written(self) -> tuple[str, ...]:
        """All that the board writes, and nothing else: what a broker has to allow it."""
        return (*self.retained, self.log, self.join, *self.entities)
