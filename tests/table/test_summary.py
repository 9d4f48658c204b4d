"""A game's summary: what another program has written into it is refused, whatever it is."""

import json
from typing import Any

import pytest

from minigam.errors import UnreadableError
from minigam.table.summary import Summary, summary_from_json, summary_of, summary_to_json
from tests.docs import sample

GOOD = Summary(
    "backgammon",
    (("length", "5"),),
    ("human", "gnubg"),
    ("Ann", ""),
    begun=True,
    score=(5, 0),
    winner="white",
    points=2,
    kind="gammon",
    ended_by="time",
    judged=(3, 0),
    lost=(0.5, 0),
)
BAD: tuple[dict[str, Any], ...] = (
    *({"kind": kind} for kind in ([1], {"a": 1}, None, "zzz")),
    *(
        {flag: value}
        for flag in ("begun", "imported", "by_hand", "played_on")
        for value in ("x", [1], 1)
    ),
    *({"options": value} for value in (5, [["a", "b", "c"]], "abc", [["length", "x"]], [[1, 2]])),
    *({"seats": seats} for seats in (["x\x1b[31m", "\u202e"], ["gnubg", "zz"], ["human"], [1, 2])),
    *({"lost": [lost, 1]} for lost in (float("nan"), float("inf"), 10**400, -1, True)),
    *({"judged": [judged, 1]} for judged in (-1, 10**400, True, 0.5)),
    *({"score": score} for score in ([10**400, 1], [0, -1], [True, False], [1.0, 0])),
    *({"faces": faces} for faces in ([10**400] * 6, [-1, 0, 0, 0, 0, 1], [1] * 5, [True] * 6)),
    *({name: n} for name in ("turns", "points", "length") for n in (-1, 10**400, True, None)),
    *({"rules_id": name} for name in ([1], None, "zzz")),
    *({"names": names} for names in (["a\x00", ""], [1, ""], [" ", ""], ["Ann"])),
    {"winner": "green"},
    {"nonsense": 1},
    *({"ended_by": how} for how in ("zzz", None)),
)


SUMMARIES = [GOOD, *(summary_of(make().state.game) for make in sample.GAMES)]


@pytest.mark.parametrize("summary", SUMMARIES)
def test_it_comes_back(summary: Summary) -> None:
    assert summary_from_json(json.loads(json.dumps(summary_to_json(summary)))) == summary


NONE = (None, {}, *({**summary_to_json(GOOD), **change} for change in BAD))


@pytest.mark.parametrize("body", NONE, ids=["None", "nothing", *(str(each)[:40] for each in BAD)])
def test_anything_else_is_refused(body: object) -> None:
    with pytest.raises(UnreadableError, match="expected a summary, got"):
        summary_from_json(body)
