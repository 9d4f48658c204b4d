"""Figures of the parts, each with its source. Volts, ohms, farads, seconds and amperes."""

from dataclasses import dataclass

SUPPLY = 3.3
"""Of the Pico and the chain, V."""
LOW_VCC, HIGH_VCC = 2.0, 4.5
"""The two supplies at which data sheets of the 74HC and 74HCS families give their figures, V."""


def at_supply(low: float, high: float, vcc: float = SUPPLY) -> float:
    """A figure between those for 2 V and 4.5 V, in a straight line.

    >>> round(at_supply(1.5, 3.15), 3)
    2.358
    """
    return low + (high - low) * (vcc - LOW_VCC) / (HIGH_VCC - LOW_VCC)


@dataclass(frozen=True)
class Thresholds:
    """Where an input switches, V: the extremes of the data sheet."""

    rise_min: float
    rise_max: float
    fall_min: float
    fall_max: float
    hysteresis: float
    """At least, between the two thresholds of one input."""


def hcs(vcc: float) -> Thresholds:
    """SN74HCS165 (Texas Instruments SCLS828A, 6.5 Electrical Characteristics)."""
    return Thresholds(
        rise_min=at_supply(0.7, 1.7, vcc),
        rise_max=at_supply(1.5, 3.15, vcc),
        fall_min=at_supply(0.3, 0.9, vcc),
        fall_max=at_supply(1.0, 2.2, vcc),
        hysteresis=at_supply(0.2, 0.4, vcc),
    )


def hc(vcc: float) -> Thresholds:
    """74HC165 (Nexperia data sheet, static characteristics): one threshold from V_IL to V_IH."""
    low, high = at_supply(0.5, 1.35, vcc), at_supply(1.5, 3.15, vcc)
    return Thresholds(low, high, low, high, hysteresis=0.0)


CLAMP_A = 0.020
"""Input clamp current at most (SCLS828A, 6.1 Absolute Maximum Ratings)."""
CLAMP_OHM = 20.0
"""In series with a clamp diode; an estimate, no data sheet gives it."""
INPUT_F = 5e-12
"""Of an input at most (SCLS828A, 6.5)."""
OUTPUT_OHM = 50.0
"""Of a register's output: about 0.3 V at 6 mA (SCLS828A, 6.5)."""
OUTPUT_EDGE_S = 5e-9
"""From 0 to 100 %; 9 ns is typical at 2 V and 5 ns at 4.5 V (SN74HCS74-Q1, SCES894E, 6.7)."""


@dataclass(frozen=True)
class Timing:
    """Of a register, s."""

    delay_min: float
    """Clock to output at least. No data sheet gives it: an estimate for a cold part."""
    delay_max: float
    """At most; also LOAD to output."""
    setup: float
    hold: float


def timing(vcc: float) -> Timing:
    """Upper bounds, of the slower 74HC165 at 125 degrees.

    Delay: NXP 74HC_HCT165 rev. 3, table 7. Setup: Texas Instruments CD74HC165, SCHS156D, 5.5. Hold:
    an estimate.
    """
    return Timing(4e-9, at_supply(250e-9, 50e-9, vcc), at_supply(120e-9, 24e-9, vcc), 5e-9)


CHAIN_FUSE_HOLD_A = 0.10
"""What F9 carries for ever at 40 degrees, 120 mA at 23 degrees (Bourns MF-NSMF012 data sheet,
thermal derating; from memory)."""


@dataclass(frozen=True)
class Pin:
    """An output of the Pico at its default of 4 mA, fast or slow."""

    ohm: float
    edge_s: float


PICO_PIN = Pin(40.0, 1.5e-9)
"""About: the slope of the curves in the RP2040 data sheet, section 5.2.3.5; edge: an estimate."""
PICO_HIGH, PICO_LOW = 2.0, 0.8
"""What the Pico reads as 1 and 0 (RP2040 data sheet, 5.2.3.4, IOVDD 3.3 V)."""
ENTRY_OHM = 0.008
"""The base board's copper from J1 to the fuses and back, 35 um at 60 degrees, with both contacts of
J1: 2 and 4 mOhm, and a margin. An estimate, by counting squares."""
PICO_INPUT_F = 10e-12
"""Pin and track of a Pico; an estimate."""

SHIFTER_OHM = 55.0
"""74AHCT125 at 4.5 V: 0.44 V at 8 mA (Texas Instruments SCLS264R, 5.4)."""
SHIFTER_EDGE_S = 3e-9
"""An estimate; its delay is 5.5 ns with 50 pF (SCLS264R, 5.5)."""
PIXEL_HIGH, PIXEL_LOW = 0.7, 0.3
"""Of the pixel's supply (Worldsemi WS2812B data sheet, electrical characteristics)."""
PIXEL_INPUT_F = 15e-12
"""Of DIN (the same)."""
PIXEL_ZERO_S = (250e-9, 380e-9)
"""How long a zero is high: at least by the older sheet (0.40 less 0.15 us), and at most by newer
ones (Worldsemi WS2812B and WS2812B-V5, data transfer time)."""
PIO_STEP_S = 8e-9
"""A clock of the Pico: a pulse may be longer or shorter by it, since its divider has a fraction."""

PIXEL_ABOVE_V = 0.5
"""DIN above the pixel's supply at most (Worldsemi WS2812B, absolute maximum ratings)."""
PIXEL_CLAMP_A = 0.020
"""Into DIN of a pixel without supply; an estimate, as for other CMOS inputs: no sheet gives it."""
PIXEL_OUTPUT_OHM = 40.0
"""Of DOUT; an estimate: WS2811 sheets promise 10 mA at 0.4 V (from memory), this one nothing."""
PI_WARNS_V = 4.63
"""Below it a Pi reports under-voltage (Raspberry Pi documentation, power supply warnings)."""
PI_SUPPLY_V, PI_SUPPLY_SHARE, PI_A = 5.1, 0.05, 1.2
"""The Pi's own supply and its load regulation (Raspberry Pi 15W USB-C Power Supply, product
brief, from memory); what a Pi 4 draws at most here: the share that a profile kept for it before."""
FUSE_IN_V = 7.0
"""At IN of a TPS2553 at most (Texas Instruments SLVS841, absolute maximum ratings; from memory)."""
FUSE_ON_V, FUSE_RESET_V = 2.45, 2.2
"""At IN: from here it is on, and below it forgets that it was off (SLVS841, undervoltage lockout:
at most 2.45 V on a rising input, and 25 mV of hysteresis; with a reserve)."""
FUSE_IDLE_A = 120e-6
"""What a fuse needs itself (SLVS841, supply current; from memory)."""
FUSE_RESPONSE_S = 2e-6
"""From a hard short to its limit (SLVS841, t_IOS, typical; from memory)."""
FUSE_SURGE_A = 20.0
"""What its switch lets through until then; an estimate."""
FUSE_LEAST_S, FUSE_OFF_S = 4.5e-3, 13e-3
"""At its limit it switches off: not before the first, and by the second at the latest (SLVS841,
deglitch of 5 to 10 ms, here less a tenth, and 3 ms of t_off)."""
FUSE_START_S = 0.5e-3
"""From IN to a switch that conducts; an estimate: 3 ms are the most (SLVS841, t_on)."""
GLASS_OHM = {4.0: 0.018, 1.25: 0.09}
"""A Littelfuse 218's cold resistance by its rating in A (data sheet; from memory)."""
OVERLOAD_SHARE = (1.10, 1.50)
"""Of its rated current, where a GST40A limits it (Mean Well data sheet, overload; from memory)."""
OVERLOAD_S = 8e-3
"""How long it does so before it switches off and tries again; an estimate, no sheet gives it."""
PS1_W = 15.0
"""A source of no more is not taken to set anything on fire (IEC 62368-1, 6.2.2.4: class PS1)."""
CORD_M, PAIR_H_M, CORD_DAMPING_OHM = 1.2, 0.7e-6, 5.0
"""The supply's own cord, the inductance of a pair of wires, and what damps it: about what 50 mΩ in
series do at 70 kHz. All are estimates. The supply's tolerance is at the plug, so that the cord's
resistance counts in no steady state."""
SUPPLY_F, SUPPLY_OHM = 1e-3, 0.03
"""The capacitor at the supply's output; an estimate."""
BOARD_F = 100e-6
"""C20 of a printed lane, C8 of a printed face (`C100U` in hardware/pcb/kinds.py)."""
COPPER_MM = 0.035
"""Of a printed board's copper (JLCPCB: 1 oz outside)."""
TRANSISTOR_OHM = 0.002 * 1.2
"""Q1 of a base board, switched on by 4.5 V, and warm (Vishay Si7157DP data sheet)."""
BULK_OHM = 0.05
"""Of an electrolytic capacitor, in series (Panasonic FR series, impedance; from memory)."""
