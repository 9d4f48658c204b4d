"""What the server says about lights and boards, as plain JSON values. Fields: `docs/api.md`."""

from collections.abc import Iterable
from typing import Any

from minigam.board.health import InputFault
from minigam.board.light_meanings import VOCABULARY, Meaning
from minigam.board.lighting import Scene, bytes_of, frame_of
from minigam.board.profile import Profile, Strip
from minigam.board.screen_color import on_screen
from minigam.rules.ruleset import RULE_SETS
from minigam.table.setup import games_for
from minigam.words import Words


def pixels_rgb(sent: bytes, strip: Strip) -> list[list[int]]:
    """The strip's bytes as [red, green, blue] of each pixel; all dark before the first frame."""
    return [list(color) for color in frame_of(sent or bytes(3 * strip.pixels), strip.order)]


def pixels_hex(sent: bytes, strip: Strip) -> str:
    """The same as one string, `rrggbb` a pixel."""
    return bytes_of(frame_of(sent or bytes(3 * strip.pixels), strip.order), "RGB").hex()


def lights(scene: Scene, sent: bytes, strip: Strip) -> dict[str, Any]:
    """Each segment's meaning and colours, by name: zones, `dice` and `turn`."""
    shown = pixels_rgb(sent, strip)
    return {
        name: {
            "meaning": _meaning(scene, name),
            "colors": [shown[pixel] for pixel in segment.pixels],
        }
        for name, segment in strip.segments.items()
    }


def _meaning(scene: Scene, name: str) -> str:
    if name in scene.marks:
        return scene.marks[name].meaning.value
    if name == "turn" and any(scene.turn):
        return Meaning.TURN.value
    return "dice" if name == "dice" and (scene.dice or scene.code) else Meaning.NONE.value


def board(profile: Profile) -> dict[str, Any]:
    """What a page needs to draw the board."""
    return {
        "name": profile.name,
        "title": profile.title,
        "simulated": profile.driver == "simulated",
        "feels": profile.feels,
        "points": profile.points,
        "checkers": max(RULE_SETS[name].layout.checkers for name in games_for(profile.points)),
        "rows": [list(row) for row in profile.rows],
        "inputs": list(profile.inputs),
        "segments": {
            name: {"first": segment.first, "count": segment.count}
            for name, segment in profile.strip.segments.items()
        },
        "pixels": profile.strip.pixels,
        "lights": vocabulary(),
    }


def vocabulary() -> list[dict[str, Any]]:
    """What the lights can say, and how it looks on the strip and on a screen."""
    return [
        {
            "meanings": [meaning.value for meaning in light.meanings],
            "word": light.word,
            "text": light.says,
            "looks": light.looks,
            "color": list(light.color),
            "screen": list(on_screen(light.color)),
            "pattern": light.pattern.name,
            "shape": light.shape.value,
            "in_play": light.in_play,
        }
        for light in VOCABULARY
    ]


def disk(room: str, free: int) -> dict[str, Any]:
    """How much is left for games, in words where it is too little.

    >>> disk("fine", 16_000_000_000)
    {'room': 'fine', 'free': 16000000000, 'text': ''}
    """
    return {"room": room, "free": free, "text": _about_disk(room, free // 10**6)}


def _about_disk(room: str, free: int) -> str:
    match room:
        case "low":
            return Words(
                "The disk runs low, {free} MB are free: the oldest games are deleted. Make room.",
                free=free,
            )
        case "full":
            return Words(
                "The disk is full, {free} MB are free: no new game can be begun. Make room.",
                free=free,
            )
    return ""


def journal(fault: str, damage: str) -> dict[str, Any]:
    """Whether play has stopped, and what is wrong with the games' file, in words.

    >>> journal("", "")
    {'stopped': False, 'text': ''}
    """
    text = fault or (
        damage
        and Words(
            "The games' file is damaged ({damage}). Switch the board off and on to recover them.",
            damage=damage,
        )
    )
    return {"stopped": bool(fault), "text": str(text)}


def health(
    findings: Iterable[InputFault],
    trouble: str | None,
    alive: bool,
    disk: dict[str, Any],
    journal: dict[str, Any],
) -> dict[str, Any]:
    """Faulty inputs; what keeps the whole board from working; its inputs, disk and journal."""
    inputs = [
        {"input": finding.input, "kind": finding.kind.value, "text": finding.text}
        for finding in findings
    ]
    return {
        "inputs": inputs,
        "board": {"trouble": trouble, "alive": alive},
        "disk": disk,
        "journal": journal,
    }
