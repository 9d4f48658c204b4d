"""Guests wait for their turns; the game never waits for more than one round of theirs."""

import asyncio
from functools import partial

import pytest

from minigam.web.round_robin import (
    AT_ONCE,
    LONGEST_REST_SECONDS,
    LONGEST_SECONDS,
    REST,
    Questions,
    RoundRobin,
    rest,
)


def turns() -> RoundRobin:
    """In a loop that never works for long."""
    return RoundRobin(lambda: 0.0)


@pytest.mark.parametrize(
    ("heavy", "rounds"),
    [
        ([False] * 2 * AT_ONCE, [0, AT_ONCE, 2 * AT_ONCE]),
        ([False, True, True, False], [0, 2, 3, 4]),
    ],
    ids=["so-many-a-round", "a-heavy-piece-is-the-last-of-its-round"],
)
async def test_all_get_their_turns_in_order_and_others_come_between_the_rounds(
    heavy: list[bool], rounds: list[int]
) -> None:
    waiting, served, seen = turns(), list[int](), list[int]()
    for number, each in enumerate(heavy):
        waiting.ask(partial(served.append, number), heavy=each)
    while len(served) < len(heavy):
        await asyncio.sleep(0)
        seen.append(len(served))
    assert served == list(range(len(heavy)))
    assert sorted(set(seen)) == rounds


async def test_work_may_ask_for_another_turn() -> None:
    waiting, done = turns(), asyncio.Event()
    waiting.ask(lambda: waiting.ask(done.set))
    await done.wait()


async def test_who_waits_no_more_holds_nobody_up() -> None:
    waiting = turns()
    gone = asyncio.ensure_future(waiting.wait())
    await asyncio.sleep(0)
    gone.cancel()
    await waiting.wait()
    assert gone.cancelled()


@pytest.mark.parametrize(
    ("worked", "passed", "expected"),
    [
        (0.0, 0.0, 0.0),
        (0.001, 0.0, REST * 0.001),
        (0.001, REST * 0.001, 0.0),
        (1.0, 0.0, LONGEST_SECONDS),
        (1.0, LONGEST_SECONDS, 0.0),
    ],
)
def test_the_loop_rests_as_it_has_worked(worked: float, passed: float, expected: float) -> None:
    assert rest(worked, passed) == pytest.approx(expected)


async def test_a_busy_loop_makes_guests_wait() -> None:
    """The thread works for a second in each round: guests get one each `LONGEST_SECONDS`."""
    worked = iter(range(1000))
    waiting, loop = RoundRobin(lambda: float(next(worked))), asyncio.get_running_loop()
    await waiting.wait()
    began = loop.time()
    for _ in range(3):
        await waiting.wait()
    assert loop.time() - began >= 3 * LONGEST_SECONDS - 0.001


@pytest.mark.parametrize(("took", "due"), [(0.01, REST * 0.01), (10.0, LONGEST_REST_SECONDS)])
async def test_questions_are_answered_one_at_a_time_with_a_rest_after_each(
    took: float, due: float
) -> None:
    now, seen = 0.0, list[str]()
    questions, loop = Questions(lambda: now), asyncio.get_running_loop()

    async def ask(name: str) -> float:
        nonlocal now
        seen.append(f"{name} begins")
        await asyncio.sleep(0)
        now += took
        seen.append(f"{name} ends")
        return loop.time()

    asked = (questions.answer(partial(ask, name)) for name in ("one", "other"))
    one, other = await asyncio.gather(*asked)
    assert seen == ["one begins", "one ends", "other begins", "other ends"]
    assert other - one >= due - 0.001


async def test_a_question_that_fails_or_is_given_up_holds_nobody_up() -> None:
    async def fail() -> None:
        raise LookupError

    async def wait() -> None:
        await asyncio.sleep(60)

    async def answer() -> str:
        return "answered"

    questions = Questions()
    with pytest.raises(LookupError):
        await questions.answer(fail)
    gone = asyncio.ensure_future(questions.answer(wait))
    waiting = asyncio.ensure_future(questions.answer(wait))
    await asyncio.sleep(0.01)
    waiting.cancel()
    gone.cancel()
    assert await questions.answer(answer) == "answered"
