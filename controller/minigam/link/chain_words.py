"""What a broken chain of register boards says about its wires, in a sentence for people."""

from minigam.link.messages import CHECKS, ChainFault

UNREADABLE = "the sensors cannot be read: "
ALL_LOW, ALL_HIGH = 0b0000_0000, 0b1111_1111
"""Check bits of a line that keeps its level."""
FRONT, BACK = 0b1111_0000, 0b0000_1111
"""The check bits before a board's sensors, and those behind them."""
SHORTED = (
    ", and whether CLOCK or LOAD touches another wire, or is crossed with it, anywhere on the chain"
)


def chain_words(fault: ChainFault) -> str:
    """Which wires or which board to look at.

    DATA is pulled up at each board, so a cut one reads 1. A board whose registers are not clocked
    goes on sending its first bit, a 0. What else comes is in the right order, but too early or too
    late.

    >>> chain_words(ChainFault(board=4, checks=ALL_HIGH, alone=False))
    'the sensors cannot be read: nothing comes from B4: check DATA and 3V3 between B3 and B4'
    """
    return UNREADABLE + _why(fault)


def _why(fault: ChainFault) -> str:
    board, near = f"B{fault.board}", f"B{fault.board - 1}" if fault.board > 1 else "the Pico"
    between = f"between {near} and {board}"
    anywhere = SHORTED if fault.board == 1 else ""
    if fault.checks == CHECKS:
        return f"a board {board} answers too: there is a register board too many in the chain"
    if fault.alone:
        return f"{board} sends wrong check bits: check the pins of its registers U1 and U2"
    if fault.checks == ALL_HIGH:
        return f"nothing comes from {board}: check DATA and 3V3 {between}{anywhere}"
    if fault.checks == ALL_LOW:
        cut = f"check CLOCK and LOAD {between}, and whether DATA touches GND there"
        return f"nothing moves on {board}: {cut}{anywhere}"
    if fault.checks & FRONT == CHECKS & FRONT and fault.checks & BACK in (0, BACK):
        return (
            f"only the first half of {board} is right: check its register U2, the wires from U1 to "
            f"it, CLOCK and GND {between}, and whether DATA touches LOAD there{anywhere}"
        )
    return (
        f"what {board} sends is wrong, or comes at the wrong time: check the registers of {board}, "
        f"CLOCK, GND and 3V3 from the Pico to {board}, and whether CLOCK touches another wire"
    )
