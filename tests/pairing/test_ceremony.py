"""A phone is let in by who has read the code off the dice and stands at the board."""

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from minigam.board.gestures import Crowd, Hold, Tap
from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Die, Mark, Scene, round_seconds
from minigam.board.profile import built_in_boards, load_profile, parse_profile, profile_table
from minigam.pairing.ceremony import (
    CODE_SECONDS,
    FIRST_WAIT,
    LOCK_SECONDS,
    MOST_WAIT,
    MOST_WRONG,
    PRESS_SECONDS,
    TRIES,
    Pairing,
    PairingError,
    Stage,
    TooOftenError,
    WrongCodeError,
    fresh_code,
    why_not,
)

CODE, WRONG = "12345612", "65432165"
ROUND_SECONDS = round_seconds(CODE)
GAME = Scene({"point-1": Mark(Meaning.SOURCE)}, (Die(6, True), Die(5, True)), (True, False))
NO_CODE = "A code has eight numbers: type all that the dice show."
ENDED = "This code is no longer valid: pair this phone again."
LOCKED = "There were too many wrong codes: wait for 5 minutes."


def asked(now: float = 0.0) -> Pairing:
    pairing = Pairing()
    pairing.ask("phone", CODE, now)
    return pairing


def typed() -> Pairing:
    """The code was typed at 10 seconds."""
    pairing = asked()
    pairing.type("phone", CODE, 10.0)
    return pairing


def refusal(act: Callable[[str, str, float], None], ticket: str, code: str, now: float) -> str:
    """What a phone is told that cannot do this."""
    with pytest.raises((PairingError, TooOftenError, WrongCodeError)) as refused:
        act(ticket, code, now)
    return str(refused.value)


def test_a_code_is_eight_numbers_of_dice() -> None:
    drawn = iter(range(8))
    assert fresh_code(lambda sides: next(drawn) % sides) == "12345612"


def test_the_code_and_then_roll_let_a_phone_in_once() -> None:
    pairing = typed()
    stages = pairing.stage(), pairing.stage("phone"), pairing.stage("other")
    assert stages == (Stage.PRESS, Stage.PRESS, Stage.NONE)
    assert not pairing.collect("phone", 10.5)
    assert pairing.takes(Tap("roll", 11.0), 11.2)
    assert not pairing.collect("other", 11.5)
    assert [pairing.collect("phone", now) for now in (12.0, 12.1)] == [True, False]
    pairing.ask("next", CODE, 12.2)


def test_who_does_not_come_for_it_is_not_let_in() -> None:
    pairing = typed()
    pairing.takes(Tap("roll", 11.0), 11.2)
    assert not pairing.collect("phone", 11.2 + PRESS_SECONDS)


@pytest.mark.parametrize(
    ("gesture", "taken"),
    [
        *((Tap(name, 11.0), True) for name in ("roll", "roll-white", "roll-black")),
        (Tap("point-1", 11.0), False),
        (Tap("roll", 9.9), False),
        *((other, False) for other in (Hold("roll"), Hold("undo"), Crowd("roll"))),
    ],
    ids=str,
)
def test_only_a_press_of_roll_lets_in(gesture: Tap | Hold | Crowd, taken: bool) -> None:
    """Other touches are the game's; a press from before the code was typed, told only now, too."""
    pairing = typed()
    assert pairing.takes(gesture, 11.2) is taken
    assert pairing.stage() is (Stage.NONE if taken else Stage.PRESS)


def test_roll_is_the_games_until_the_code_is_typed() -> None:
    pairing = asked()
    assert not pairing.takes(Tap("roll", 1.0), 1.2)
    assert pairing.stage() is Stage.SHOWING


@pytest.mark.parametrize("pairing", [asked(), typed()], ids=["showing", "press"])
def test_undo_sends_the_phone_away(pairing: Pairing) -> None:
    assert pairing.takes(Tap("undo", 11.0), 11.0)
    assert pairing.stage() is Stage.NONE
    assert not pairing.takes(Tap("undo", 12.0), 12.0)
    assert refusal(pairing.type, "phone", CODE, 12.0) == ENDED


def test_a_code_bears_three_tries() -> None:
    pairing = asked()
    told = [refusal(pairing.type, "phone", WRONG, 1.0) for _ in range(TRIES)]
    wrong = [f"That is not what the dice show; tries left: {left}." for left in (2, 1)]
    assert told == [*wrong, ENDED]
    assert refusal(pairing.type, "phone", CODE, 1.0) == ENDED


def test_a_code_is_good_for_one_phone_only() -> None:
    pairing = asked()
    assert refusal(pairing.ask, "other", WRONG, 1.0).startswith("Another phone is being paired")
    assert [refusal(pairing.type, "other", CODE, 1.0) for _ in range(5)] == [ENDED] * 5
    pairing.type("phone", CODE, 2.0)


def test_a_code_lives_two_minutes() -> None:
    pairing = asked()
    assert pairing.deadline == CODE_SECONDS
    assert not pairing.tick(CODE_SECONDS - 0.1)
    assert pairing.tick(CODE_SECONDS)
    assert refusal(pairing.type, "phone", CODE, CODE_SECONDS) == ENDED


def test_who_has_to_wait_is_told_for_how_long_at_most() -> None:
    pairing = asked()
    told = "Another phone is being paired: it has {} at most; undo on the board ends that."
    assert refusal(pairing.ask, "other", CODE, 40.0) == told.format("110 seconds")
    pairing.type("phone", CODE, 100.0)
    assert refusal(pairing.ask, "other", CODE, 110.0) == told.format("20 seconds")


def test_the_press_must_come_soon() -> None:
    pairing = typed()
    assert pairing.deadline == 10.0 + PRESS_SECONDS
    assert not pairing.takes(Tap("roll", 39.9), 10.0 + PRESS_SECONDS)
    assert not pairing.collect("phone", 41.0)


def test_the_wait_grows_with_each_phone_that_fails() -> None:
    pairing, now, waits = Pairing(), 0.0, []
    for _ in range(8):
        pairing.ask("phone", CODE, now)
        pairing.leave("phone", now)
        with pytest.raises(TooOftenError, match="A phone was not let in: wait for") as refused:
            pairing.ask("phone", CODE, now)
        waits.append(refused.value.seconds)
        now += waits[-1]
    assert waits == pytest.approx([*(FIRST_WAIT * 2**n for n in range(6)), MOST_WAIT, MOST_WAIT])


def test_many_wrong_codes_lock_the_board() -> None:
    pairing = asked()
    told = [refusal(pairing.type, "anybody", WRONG, 1.0) for _ in range(MOST_WRONG)]
    assert told == [ENDED] * (MOST_WRONG - 1) + [LOCKED]
    assert pairing.is_locked
    assert refusal(pairing.type, "phone", CODE, 2.0) == LOCKED
    assert refusal(pairing.ask, "phone", CODE, LOCK_SECONDS) == LOCKED.replace(
        "5 minutes", "1 second"
    )
    assert pairing.deadline == 1.0 + LOCK_SECONDS
    assert pairing.tick(1.0 + LOCK_SECONDS)
    assert not pairing.is_locked
    pairing.ask("phone", CODE, 1.0 + LOCK_SECONDS)


@pytest.mark.parametrize("text", ["", "1234", "123456123", "1234 612", "१२३४५६१२", "\ud800"])
def test_what_is_no_code_is_no_try(text: str) -> None:
    pairing = asked()
    assert {refusal(pairing.type, "phone", text, 1.0) for _ in range(MOST_WRONG)} == {NO_CODE}
    assert refusal(pairing.type, "\ud800", CODE, 2.0) == ENDED  # nobody's ticket
    pairing.type("phone", CODE, 2.0)


# Lights


def looks(pairing: Pairing, since: float) -> Iterator[tuple[int, ...]]:
    """What changes on the dice, round after round."""
    seen: tuple[int, ...] | None = None
    for look in range(int(20 * 2 * ROUND_SECONDS)):
        scene = pairing.over(GAME, since + look / 20)
        assert scene is not None
        values = tuple(die.value for die in scene.dice)
        assert all(die.white is (at == 0) for at, die in enumerate(scene.dice))
        if values != seen:
            seen = values
            yield values


def test_the_dice_show_the_code_again_and_again() -> None:
    shown = [(1, 1), (), (1, 1), (), (2, 3), (), (4, 6), ()]
    pairing = Pairing()
    assert pairing.over(GAME, 7.0) is None
    pairing.ask("phone", "11112346", 7.0)
    assert list(looks(pairing, 7.0)) == shown * 2


def test_the_other_lights_stay_until_the_dice_call_for_the_press() -> None:
    shown, called = asked().over(GAME, 0.0), typed().over(GAME, 10.0)
    assert shown == Scene(GAME.marks, (Die(1, True), Die(2, False)), (True, True))
    assert called == Scene({**GAME.marks, "dice": Mark(Meaning.PAIRING)}, (), GAME.turn)


# Boards


@pytest.mark.parametrize("name", sorted(built_in_boards()))
def test_every_board_that_comes_with_it_can_pair(name: str) -> None:
    assert why_not(load_profile(name)) is None


def test_a_board_without_dice_lights_says_that_it_cannot() -> None:
    table = profile_table("sim")
    segments = {name: at for name, at in table["strip"]["segments"].items() if name != "dice"}
    board = parse_profile({**table, "strip": {**table["strip"], "segments": segments}}, "bare")
    assert "no lights for two dice" in (why_not(board) or "")


# Whatever happens


class AnyOrder(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.pairing, self.now = Pairing(), 0.0
        self.asked_for: dict[str, str] = {}
        self.right: set[str] = set()
        self.pressed: set[str] = set()

    @rule(seconds=st.floats(0.01, 400.0))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.pairing.tick(self.now)

    @rule(code=st.sampled_from([CODE, WRONG]))
    def ask(self, code: str) -> None:
        ticket = f"phone {len(self.asked_for)}"
        with suppress(PairingError, TooOftenError):
            self.pairing.ask(ticket, code, self.now)
            self.asked_for[ticket] = code

    @precondition(lambda self: self.asked_for)
    @rule(data=st.data(), code=st.sampled_from([CODE, WRONG]))
    def type(self, data: st.DataObject, code: str) -> None:
        ticket = data.draw(st.sampled_from(sorted(self.asked_for)))
        with suppress(PairingError, TooOftenError, WrongCodeError):
            self.pairing.type(ticket, code, self.now)
            assert self.asked_for[ticket] == code
            self.right.add(ticket)

    @rule(name=st.sampled_from(["roll", "undo", "point-1"]), ago=st.floats(0.0, 0.3))
    def touch(self, name: str, ago: float) -> None:
        before = [each for each in self.asked_for if self.pairing.stage(each) is Stage.PRESS]
        heard = self.pairing.takes(Tap(name, self.now - ago), self.now)
        assert not (heard and name == "point-1")
        if heard and name == "roll":
            self.pressed.update(before)

    @precondition(lambda self: self.asked_for)
    @rule(data=st.data())
    def collect(self, data: st.DataObject) -> None:
        ticket = data.draw(st.sampled_from(sorted(self.asked_for)))
        if self.pairing.collect(ticket, self.now):
            assert ticket in self.right & self.pressed
            self.pressed.remove(ticket)

    @invariant()
    def at_most_one_phone(self) -> None:
        waiting = [each for each in self.asked_for if self.pairing.stage(each) is not Stage.NONE]
        assert len(waiting) == (self.pairing.stage() is not Stage.NONE)

    @invariant()
    def the_lights_say_so(self) -> None:
        covered = self.pairing.over(GAME, self.now) is not None
        assert covered == (self.pairing.stage() is not Stage.NONE)


TestAnyOrder = AnyOrder.TestCase


@given(st.lists(st.integers(0, 5), min_size=8, max_size=8), st.floats(0.0, 1e6))
def test_any_code_is_shown_whole(drawn: list[int], since: float) -> None:
    numbers = iter(drawn)
    code = fresh_code(lambda _: next(numbers))
    pairing = Pairing()
    pairing.ask("phone", code, since)
    found = [values for values in looks(pairing, since) if values][:4]
    assert "".join(str(value) for pair in found for value in pair) == code


# The code of the setup network


def setting_up(seconds: float = 300.0) -> Pairing:
    pairing = Pairing()
    pairing.show_setup("minigam-4F2A", CODE, seconds, now=0.0)
    return pairing


def test_the_setup_network_s_code_is_shown_as_a_phone_s() -> None:
    moments = [step / 10 for step in range(int(10 * ROUND_SECONDS) * 2)]
    pairing = setting_up()
    assert [pairing.over(GAME, now) for now in moments] == [
        asked().over(GAME, now) for now in moments
    ]


def test_it_ends_by_itself_after_five_minutes_however_long_was_asked_for() -> None:
    for seconds, ends in ((300.0, 300.0), (1e9, 300.0), (60.0, 60.0), (-1.0, 0.0)):
        pairing = setting_up(seconds)
        assert pairing.deadline == ends
        assert pairing.tick(ends)
        assert (pairing.over(GAME, ends), pairing.is_shown) == (None, False)


def test_undo_and_an_empty_code_hide_it() -> None:
    pairing = setting_up()
    assert not pairing.takes(Tap("roll", 1.0), 1.2)
    assert not pairing.takes(Tap("point-1", 1.0), 1.2)
    assert pairing.takes(Tap("undo", 1.0), 1.2)
    assert not pairing.takes(Tap("undo", 2.0), 2.2)
    pairing = setting_up()
    pairing.show_setup("minigam-4F2A", "", 0.0, now=1.0)
    assert pairing.over(GAME, 1.0) is None


def test_a_phone_s_code_goes_before_it_and_its_own_comes_back() -> None:
    pairing = setting_up()
    pairing.ask("phone", "66666666", 10.0)
    assert pairing.over(GAME, 10.0) == shown_for("66666666")
    pairing.leave("phone", 11.0)
    assert pairing.over(GAME, 11.0) == setting_up().over(GAME, 11.0)


def shown_for(code: str) -> Scene | None:
    pairing = Pairing()
    pairing.ask("phone", code, 10.0)
    return pairing.over(GAME, 10.0)


@pytest.mark.parametrize("code", ["1234567", "12345678", "1234 612", "123456\u0661\u0662"])
def test_a_code_that_dice_cannot_show_is_refused(code: str) -> None:
    with pytest.raises(PairingError, match="eight digits from 1 to 6"):
        Pairing().show_setup("minigam-4F2A", code, 300.0, now=0.0)
