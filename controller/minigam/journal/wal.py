"""Reads a SQLite write-ahead log without SQLite, up to the first damaged frame.

Pure. The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

import struct
from dataclasses import dataclass, field, replace

HEADER, FRAME = 32, 24
"""Bytes of the log's header, and of a frame's before its page."""
_LITTLE, _BIG = 0x377F0682, 0x377F0683
_SIZES = {1 << power for power in range(9, 17)}
MOST_TRIED = 3
"""Checksums that a frame may follow from, where the one before is damaged."""
Sums = tuple[int, int]


@dataclass(frozen=True)
class Log:
    """What a log holds."""

    pages: dict[int, bytes] = field(default_factory=dict)
    """The newest committed content of a page, by its number."""
    count: int = 0
    """How many pages the file has after the last commit; 0 where there is none."""
    size: int | None = None
    """Bytes of a page, as the header says."""
    damaged: bool = False
    """Whether something that was committed is lost to SQLite. A transaction that a pulled plug has
    cut off is not: nobody was answered that it is safe."""


@dataclass(frozen=True)
class _Frame:
    number: int
    count: int
    salts: bytes
    sums: Sums
    page: bytes
    sound: bool = False
    """Whether its checksum follows from the frame before, as SQLite asks."""
    whole: bool = False
    """Whether its page is as it was written, although SQLite stops here."""

    @property
    def commits(self) -> bool:
        return self.count > 0


def read_log(data: bytes, page_size: int) -> Log:
    """What is in a log; `page_size`: of the file, where the log does not say it."""
    if len(data) < HEADER + FRAME:
        return Log()
    magic, _, size = struct.unpack_from(">III", data)
    order = ">" if magic == _BIG else "<"
    sums: Sums = struct.unpack_from(">II", data, 24)
    headed = magic in (_LITTLE, _BIG) and checksum(data[:24], order, (0, 0)) == sums
    size = size if size in _SIZES and headed else page_size
    frames = _frames(data, size, order, sums, data[16:24] if headed else None)
    return _log(frames, size, headed)


def _log(frames: list[_Frame], size: int, headed: bool) -> Log:
    broken = next((at for at, frame in enumerate(frames) if not frame.sound), len(frames))
    later = [at for at in range(broken + 1, len(frames)) if frames[at].sound]
    ends = [at for at in range(broken, len(frames)) if frames[at].commits]
    # A transaction begins only when the one before is safe: so that one was whole once.
    damaged = (bool(ends) and bool(later) and later[-1] > ends[0]) if headed else bool(frames)
    taken = frames if damaged else frames[:broken]
    first_unsure = damaged and not headed  # nothing says how its checksum began
    whole = [
        at
        for at, frame in enumerate(taken)
        if frame.sound or frame.whole or (first_unsure and at == 0)
    ]
    last = max((at for at in whole if taken[at].commits), default=-1)
    pages = {taken[at].number: taken[at].page for at in whole if at <= last}
    return Log(pages, taken[last].count if last >= 0 else 0, size, damaged)


def _frames(data: bytes, size: int, order: str, sums: Sums, salts: bytes | None) -> list[_Frame]:
    """The frames that were written since the log was last begun, as its salts say."""
    found: list[_Frame] = []
    before = [sums]
    for at in range(HEADER, len(data) - FRAME - size + 1, FRAME + size):
        number, count = struct.unpack_from(">II", data, at)
        own: Sums = struct.unpack_from(">II", data, at + 16)
        page = data[at + FRAME : at + FRAME + size]
        summed = {base: checksum(data[at : at + 8] + page, order, base) for base in before}
        sound = number > 0 and own in summed.values()
        if sound and found and summed.get(found[-1].sums) != own:
            found[-1] = replace(found[-1], whole=True)  # its checksum was damaged, nothing else
        found.append(_Frame(number, count, data[at + 8 : at + 16], own, page, sound))
        before = [own] if sound else [own, *summed.values()][:MOST_TRIED]
    if salts is None:
        salts = next((frame.salts for frame in found if frame.sound), b"")
        found = [frame for frame in found if frame.salts == salts]
    return _believed(_of_now(found, salts), salts)


def _believed(frames: list[_Frame], salts: bytes) -> list[_Frame]:
    """With the frames that cannot be checked, since the one before has lost its checksum.

    Such a frame is whole where its own checksum is: the next frame's follows from it.
    """
    after_loss = [False, *(not frame.sound and frame.salts != salts for frame in frames)]
    next_sound = [*(frame.sound for frame in frames[1:]), False]
    return [
        replace(frame, whole=True) if lost and following and frame.salts == salts else frame
        for frame, lost, following in zip(frames, after_loss, next_sound, strict=False)
    ]


def _of_now(frames: list[_Frame], salts: bytes) -> list[_Frame]:
    """Without the tail that an earlier use of the log has left; one within is kept, as unsound."""
    ours = [at for at, frame in enumerate(frames) if frame.sound and frame.salts == salts]
    kept = frames[: ours[-1] + 1] if ours else []
    return [
        frame
        if frame.salts == salts
        else _Frame(frame.number, 0, frame.salts, frame.sums, frame.page)
        for frame in kept
    ]


def checksum(data: bytes, order: str, sums: Sums) -> Sums:
    """SQLite's checksum of the log, going on from `sums`.

    >>> checksum(bytes([1, 0, 0, 0, 2, 0, 0, 0]), "<", (0, 0))
    (1, 3)
    """
    one, other = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    pairs = iter(words)
    for first, second in zip(pairs, pairs, strict=True):
        one = (one + first + other) & 0xFFFFFFFF
        other = (other + second + one) & 0xFFFFFFFF
    return one, other
