"""A line that drops, damages and doubles bytes, at a rate; the same ones for the same seed."""

from random import Random

from minigam.link.codec import BORDER


class Line:
    """One direction."""

    def __init__(self, rate: float, seed: int) -> None:
        """`rate`: the share of bytes that something happens to."""
        self.harmed = 0
        """Bytes that something happened to."""
        self._borders = 0
        self._rate = rate
        self._random = Random(seed)

    @property
    def frames(self) -> int:
        """Sent into the line so far."""
        return self._borders // 2

    def carry(self, data: bytes) -> bytes:
        """What arrives of these bytes."""
        self._borders += data.count(BORDER)
        arrived = bytearray()
        for byte in data:
            arrived += self._harm(byte) if self._random.random() < self._rate else bytes([byte])
        return bytes(arrived)

    def _harm(self, byte: int) -> bytes:
        self.harmed += 1
        damaged = byte ^ self._random.randrange(1, 256)
        return self._random.choice([b"", bytes([damaged]), bytes([byte, byte])])
