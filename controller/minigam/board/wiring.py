"""What belongs to an input: where it is on the board, its wire, and its own light."""

from __future__ import annotations

from minigam.board.lighting import Segment
from minigam.board.parts import Profile, zone_of_place

TURN = "turn"


def is_sensor(name: str) -> bool:
    """Whether an input is a sensor; else it is a button.

    >>> is_sensor("point-3/1"), is_sensor("spare/9"), is_sensor("point-3")
    (True, True, False)
    """
    return zone_of_place(name) is not None


def wanted_inputs(profile: Profile) -> tuple[str, ...]:
    """The inputs that a game uses: the controls first, then zone by zone as one looks at the board.

    >>> from minigam.board.profile import load_profile
    >>> wanted_inputs(load_profile("quarter-hall"))[:5]
    ('roll-white', 'roll-black', 'undo', 'off-black/1', 'off-black/2')
    """
    zones = [zone for row in profile.rows for zone in row]
    controls = [name for name in profile.inputs if name not in zones]
    names = profile.sensors.names if profile.sensors else {zone: (zone,) for zone in zones}
    return (*controls, *(name for zone in zones for name in names[zone]))


def wire_of(profile: Profile, name: str) -> str:
    """The wire that an input is on, for people.

    >>> from minigam.board.profile import load_profile
    >>> board = load_profile("quarter-hall")
    >>> wire_of(board, "point-3/1"), wire_of(board, "undo")
    ('sensor 32', 'GPIO 12')
    """
    if is_sensor(name):
        return f"sensor {profile.input_names.index(name)}"
    return f"GPIO {profile.inputs[name]}"


def light_of(profile: Profile, name: str) -> Segment | None:
    """The pixels that belong to an input; None where there are none.

    A place has a pixel of its lane, the same one as its neighbours where the lane has too few; the
    button of a zone has the whole lane, a side's roll button that side's turn pixel, and every
    other control both of them.

    >>> from minigam.board.profile import load_profile
    >>> board = load_profile("quarter-hall")
    >>> light_of(board, "point-3/2"), light_of(board, "roll-black"), light_of(board, "spare/9")
    (Segment(first=33, count=1), Segment(first=95, count=1), None)
    """
    segments = profile.strip.segments
    zone = zone_of_place(name)
    if zone is not None:
        return _pixel_of_place(profile, zone, name) if zone in segments else None
    if name in segments:
        return segments[name]
    turn = segments.get(TURN)
    if turn is None or name not in ("roll-white", "roll-black"):
        return turn
    return Segment(turn.pixels[0 if name == "roll-white" else -1], 1)


def _pixel_of_place(profile: Profile, zone: str, name: str) -> Segment:
    lane = profile.strip.segments[zone]
    places = profile.sensors.names[zone] if profile.sensors else (name,)
    index = places.index(name)
    pixel = index if len(places) <= lane.count else index * lane.count // len(places)
    return Segment(lane.first + pixel, 1)
