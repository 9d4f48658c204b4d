"""The firmware's own program for a PIO, assembled and run by an emulated RP2040.

The encoding of instructions: RP2040 data sheet, section 3.4; registers: section 3.7.
"""

import asyncio
import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

import pytest
from rp2040py import RP2040

from tests.firmware.loading import FIRMWARE
from tests.waveforms.trace import Trace

SYSTEM_HZ = 125_000_000
"""MicroPython's clock of an RP2040."""
JMP, OUT, MOV = 0, 3, 5
NOT_X, X, Y = 1, 1, 2
SIDE, DELAY = 0x1000, 8
"""The bit of a side-set of one pin, and the place of the delay below it."""
FIFO_FULL, TXF0 = 1 << 16, 0x10
CTRL, FSTAT, INSTRUCTIONS = 0x00, 0x04, 0x48
CLKDIV, EXECCTRL, SHIFTCTRL, ADDRESS, PINCTRL = 0xC8, 0xCC, 0xD0, 0xD4, 0xDC


@dataclass
class Instruction:
    """What a line of the program becomes; `side` and the brackets are MicroPython's."""

    word: int
    label: str = ""
    """Where it jumps to."""

    def side(self, level: int) -> "Instruction":
        self.word |= SIDE * level
        return self

    def __getitem__(self, delay: int) -> "Instruction":
        self.word |= delay << DELAY
        return self


@dataclass
class Program:
    """An assembled program, and how its state machine is set."""

    settings: dict[str, int]
    lines: list[Instruction] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    wrap_to: int = 0
    wrap_from: int = 0

    @property
    def words(self) -> list[int]:
        """For the memory of instructions."""
        return [line.word | self.labels.get(line.label, 0) for line in self.lines]

    def names(self) -> dict[str, Any]:
        """What MicroPython lets a program call."""

        def keep(word: int, label: str = "") -> Instruction:
            self.lines.append(Instruction(word, label))
            return self.lines[-1]

        def jmp(*where: Any) -> Instruction:
            condition, label = where if len(where) == 2 else (0, *where)
            return keep(JMP << 13 | condition << 5, label)

        def mark(name: str) -> Callable[[], None]:
            return lambda: setattr(self, name, len(self.lines))

        return {
            **{"x": X, "not_x": NOT_X, "jmp": jmp},
            "out": lambda to, bits: keep(OUT << 13 | to << 5 | bits),
            "nop": lambda: keep(MOV << 13 | Y << 5 | Y),
            "label": lambda name: self.labels.update({name: len(self.lines)}),
            "wrap_target": mark("wrap_to"),
            "wrap": mark("wrap_from"),
        }


def _asm_pio(**settings: int) -> Callable[[FunctionType], Program]:
    def assemble(function: FunctionType) -> Program:
        program = Program(settings)
        FunctionType(function.__code__, program.names())()
        return program

    return assemble


class _Pio:
    """Constants of `rp2.PIO`."""

    OUT_LOW, SHIFT_LEFT, JOIN_TX = 0, 0, 1


def firmware_module(patch: pytest.MonkeyPatch) -> ModuleType:
    """`firmware/ws2812.py`, its program assembled."""
    rp2 = ModuleType("rp2")
    vars(rp2).update(PIO=_Pio, asm_pio=_asm_pio)
    patch.setitem(sys.modules, "rp2", rp2)
    patch.delitem(sys.modules, "ws2812", raising=False)
    patch.syspath_prepend(str(FIRMWARE))
    module = importlib.import_module("ws2812")
    patch.delitem(sys.modules, "ws2812")
    return module


def waveform(program: Program, step_hz: int, data: Iterable[int]) -> Trace:
    """What a state machine at `step_hz` sends of bytes that are always there in time."""
    return asyncio.run(_waveform(program, step_hz, list(data)))


async def _waveform(program: Program, step_hz: int, data: list[int]) -> Trace:
    """In a loop, since the emulator wants one; it has no time to run by itself."""
    pio = RP2040().pio[0]
    for place, word in enumerate(program.words):
        pio.write_uint32(INSTRUCTIONS + 4 * place, word)
    ends = (program.wrap_from - 1) << 12 | program.wrap_to << 7
    settings = program.settings
    shift = settings["autopull"] << 17 | settings["out_shiftdir"] << 19
    shift |= settings["pull_thresh"] << 25 | settings["fifo_join"] << 30
    # A divider of 16 bits and 8 behind the point, as MicroPython rounds it.
    pio.write_uint32(CLKDIV, (SYSTEM_HZ * 256 // step_hz) << 8)
    pio.write_uint32(EXECCTRL, ends)
    pio.write_uint32(SHIFTCTRL, shift)
    pio.write_uint32(PINCTRL, 1 << 29)
    pio.write_uint32(CTRL, 1)
    return Trace(SYSTEM_HZ, bytes(_sent(pio, data, SYSTEM_HZ // step_hz)))


def _sent(pio: Any, data: list[int], step: int) -> Iterator[int]:
    """A level a clock, until the line has been low for as long as no bit is."""
    quiet, waiting = 0, data[::-1]
    while waiting or quiet < 20 * step:
        if waiting and not pio.read_uint32(FSTAT) & FIFO_FULL:
            pio.write_uint32(TXF0, waiting.pop() * 0x01010101)
        pio.advance(1)
        level = pio.pin_values & 1
        quiet = 0 if level else quiet + 1
        yield level
