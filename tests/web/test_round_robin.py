"""Guests wait for their turns; the game never waits for more than one round of theirs."""

from __future__ import annotations

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


def test_all_get_their_turns_in_order() -> None:
    async def run() -> list[int]:
        turns, served = RoundRobin(lambda: 0.0), list[int]()
        for number in range(3 * AT_ONCE):
            turns.ask(partial(served.append, number))
        await turns.wait()
        return served

    assert asyncio.run(run()) == list(range(3 * AT_ONCE))


def test_a_round_is_so_many_and_others_come_between() -> None:
    async def run() -> list[int]:
        turns, served, seen = RoundRobin(lambda: 0.0), list[int](), list[int]()
        for number in range(2 * AT_ONCE):
            turns.ask(partial(served.append, number))
        while len(served) < 2 * AT_ONCE:
            await asyncio.sleep(0)
            seen.append(len(served))
        return sorted(set(seen))

    assert asyncio.run(run()) == [0, AT_ONCE, 2 * AT_ONCE]


def test_a_heavy_piece_is_the_last_of_its_round() -> None:
    async def run() -> list[int]:
        turns, served, seen = RoundRobin(lambda: 0.0), list[int](), list[int]()
        for number, heavy in enumerate((False, True, True, False)):
            turns.ask(partial(served.append, number), heavy=heavy)
        while len(served) < 4:
            await asyncio.sleep(0)
            seen.append(len(served))
        return sorted(set(seen))

    assert asyncio.run(run()) == [0, 2, 3, 4]


def test_work_may_ask_for_another_turn() -> None:
    async def run() -> int:
        turns, done = RoundRobin(lambda: 0.0), asyncio.Event()
        turns.ask(lambda: turns.ask(done.set))
        await done.wait()
        return 1

    assert asyncio.run(run()) == 1


def test_who_waits_no_more_holds_nobody_up() -> None:
    async def run() -> bool:
        turns = RoundRobin(lambda: 0.0)
        gone = asyncio.ensure_future(turns.wait())
        await asyncio.sleep(0)
        gone.cancel()
        await turns.wait()
        return gone.cancelled()

    assert asyncio.run(run())


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


def test_a_busy_loop_makes_guests_wait() -> None:
    """The thread works for a second in each round: guests get one each `LONGEST_SECONDS`."""

    async def run() -> float:
        worked = iter(range(1000))
        turns, loop = RoundRobin(lambda: float(next(worked))), asyncio.get_running_loop()
        await turns.wait()
        began = loop.time()
        for _ in range(3):
            await turns.wait()
        return loop.time() - began

    assert asyncio.run(run()) >= 3 * LONGEST_SECONDS - 0.001


@pytest.mark.parametrize(("took", "due"), [(0.01, REST * 0.01), (10.0, LONGEST_REST_SECONDS)])
def test_questions_are_answered_one_at_a_time_with_a_rest_after_each(
    took: float, due: float
) -> None:
    async def run() -> tuple[list[str], float]:
        now, seen = 0.0, list[str]()
        questions, loop = Questions(lambda: now), asyncio.get_running_loop()

        async def ask(name: str) -> float:
            nonlocal now
            seen.append(f"{name} begins")
            await asyncio.sleep(0)
            now += took
            seen.append(f"{name} ends")
            return loop.time()

        one, other = await asyncio.gather(
            *(questions.answer(partial(ask, name)) for name in ("one", "other"))
        )
        return seen, other - one

    seen, passed = asyncio.run(run())
    assert seen == ["one begins", "one ends", "other begins", "other ends"]
    assert passed >= due - 0.001


def test_a_question_that_fails_or_is_given_up_holds_nobody_up() -> None:
    async def fail() -> None:
        raise LookupError

    async def wait() -> None:
        await asyncio.sleep(60)

    async def answer() -> str:
        return "answered"

    async def run() -> str:
        questions = Questions()
        with pytest.raises(LookupError):
            await questions.answer(fail)
        gone = asyncio.ensure_future(questions.answer(wait))
        waiting = asyncio.ensure_future(questions.answer(wait))
        await asyncio.sleep(0.01)
        waiting.cancel()
        gone.cancel()
        return await questions.answer(answer)

    assert asyncio.run(run()) == "answered"
