"""Binary STL files: triangles in a fixed order, and the volume that they enclose.

The format: 80 bytes of header, the number of triangles, and for each 50 bytes: its normal and
three corners as 32-bit floats, then two bytes that are 0. Lengths are in mm.
"""

import struct

HEADER, TRIANGLE = 84, 50
Point = tuple[float, float, float]


def in_order(data: bytes) -> bytes:
    """The same file with its triangles sorted: OpenSCAD writes them in another order each time."""
    return data[:HEADER] + b"".join(
        sorted(data[at : at + TRIANGLE] for at in range(HEADER, len(data), TRIANGLE))
    )


def volume_cm3(data: bytes) -> float:
    """What its closed surfaces enclose, in cm³: the sum of the tetrahedra below its triangles."""
    return abs(
        sum(
            _six_volumes(*struct.unpack_from("<9f", data, at + 12))
            for at in range(HEADER, len(data), TRIANGLE)
        )
        / 6000
    )


def _six_volumes(*corners: float) -> float:
    """Six times the volume between a triangle and the origin; below 0 if it faces it."""
    ax, ay, az, bx, by, bz, cx, cy, cz = corners
    return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
