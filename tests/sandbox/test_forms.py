"""The forms of what a worker may send: all that is not of its form is refused."""

from __future__ import annotations

import json
import math
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.sandbox import forms
from autograder.sandbox.forms import Form
from autograder.worker.protocol import MAX_RESULT, ProtocolError
from autograder.worker.submission import KINDS
from autograder.worker.values import encode, encode_whole
from tests.cases import for_each
from tests.small import examples

ONE = {"kind": "number", "number": 1}
CRASH: dict[str, Any] = {
    "kind": "crash",
    "message": "list index out of range",
    "type": "IndexError",
    "stage": "call",
    "near": [],
    "frames": [["minimax.py", 4, "max_value", "return [1][2]"]],
}
ERROR = {"error": CRASH}
FAILED = {**ERROR, "refused": False}
LEAF = [None, ONE]
NODE = [encode("max"), ["a"]]
CALL = [True, 7, 1, 2.5, None, 0, 2, "x"]
SEEN = {"files": ["search.py"], "calls": [CALL], "asked": [[7, 0, 1, None]]}
ORDERS = forms.OF_WALK
NO_FRAMES: tuple[Any, ...] = (
    *([], {"depths": [1]}, {"depths": 3, "names": []}),
    *({"depths": ["1"], "names": []}, {"depths": [1], "names": [3]}),
    *({"depths": [1] * 101, "names": []}, {"depths": [], "names": "f"}),
)
NO_RECORDINGS: tuple[Any, ...] = (None, [], {}, {"calls": []})
NO_CALLS: tuple[Any, ...] = (
    *(7, [7], [[]], [[True, 1]], [[*CALL, 9]], [CALL] * 1001),
    *([["too", *CALL[1:]]], [[True, -1, *CALL[2:]]]),
    *([[True, 7, math.nan, *CALL[3:]]], [[True, 7, 2**65, *CALL[3:]]]),
    *([[*CALL[:5], "0", *CALL[6:]]], [[*CALL[:6], -1, None]]),
)
NO_STACKS: tuple[Any, ...] = (7, "A", [-1], ["A"], [None], {}, [7] * 201)
DEEP: Any = [[[[[[1]]]]]]


def is_refused(form: Form, sent: Any) -> bool:
    """Whether a message is of another form."""
    try:
        form(sent)
    except ProtocolError:
        return True
    return False


@for_each(
    "form, sent",
    [
        (forms.OF_CALL, {"returned": ONE}),
        (forms.OF_CALL, {"returned": {"kind": "inf", "text": "-inf"}}),
        (forms.OF_CALL, {"returned": encode((1, 2)), "changed": True}),
        (forms.OF_CALL, {"returned": encode_whole([("a", [None, True])])}),
        *[(forms.OF_CALL, {"error": {**CRASH, "kind": kind}}) for _, kind in KINDS],
        (forms.OF_CALL, {"returned": ONE, "seen": SEEN}),
        (forms.OF_CALL, {"returned": ONE, "misordered": {"state": 7, "missing": []}}),
        (forms.OF_CALL, {"returned": ONE, "frames": {"depths": [1], "names": ["f"]}}),
        (forms.OPENING, {}),
        (ORDERS["initial_state"], {}),
        (ORDERS["result"], FAILED),
        (ORDERS["result"], encode(None)),
        (ORDERS["result"], {"changed": {}}),
        (ORDERS["result"], {"changed": FAILED}),
        (ORDERS["is_terminal"], False),
        (ORDERS["to_move"], "max"),
        (ORDERS["to_move"], {"changed": "max"}),
        (ORDERS["to_move"], encode(3)),
        (ORDERS["actions"], encode_whole([1])),
        (ORDERS["actions"], FAILED),
        (ORDERS["utility"], ONE),
        (ORDERS["class"], 0),
        (ORDERS["class"], ERROR),
        (ORDERS["listed"], [3, True]),
        (ORDERS["listed"], ERROR),
        (ORDERS["show"], encode(3)),
        (ORDERS["forget"], {}),
        (ORDERS["count"], {"counts": [["a", 3]]}),
        (ORDERS["count"], {**ERROR, "function": "actions"}),
        (ORDERS["unroll"], {"nodes": [NODE, LEAF]}),
        (ORDERS["unroll"], {"more": "states"}),
        (ORDERS["unroll"], {**ERROR, "function": "actions"}),
    ],
)
def test_what_an_honest_worker_sends_is_of_its_form(form: Form, sent: Any) -> None:
    """A control of all that is refused below."""
    assert not is_refused(form, json.loads(json.dumps(sent)))


@for_each(
    "sent",
    [
        *(None, "x", 3, [], {}, [{"returned": ONE}], {"other": ONE}),
        {"returned": None},
        {"returned": {}},
        {"returned": ONE, "error": CRASH},
        {"returned": ONE, "other": 1},
        {"returned": {**ONE, "other": 1}},
        {"returned": {"kind": "number"}},
        {"returned": {"kind": "number", "number": "1"}},
        {"returned": {"kind": "number", "number": "\u0661"}},
        {"returned": {"kind": "number", "number": True}},
        {"returned": {"kind": "number", "number": math.nan}},
        {"returned": {"kind": "number", "number": math.inf}},
        {"returned": {"kind": "number", "number": 10**400}},
        {"returned": {"kind": "number", "number": 2**53 + 1}},
        {"returned": {"kind": "number", "number": -(2**53) - 1}},
        {"returned": {"kind": 3, "text": ""}},
        {"returned": {"kind": ["str"], "text": ""}},
        {"returned": {"kind": "anything", "text": ""}},
        {"returned": {"kind": "str", "text": 3}},
        {"returned": {"kind": "str", "text": "", "items": []}},
        {"returned": {"kind": "inf", "text": "infinite"}},
        {"returned": {"kind": "list", "text": "", "numbers": []}},
        {"returned": {"kind": "list", "text": "", "numbers": [1] * 17}},
        {"returned": {"kind": "list", "text": "", "numbers": [True]}},
        {"returned": {"kind": "list", "text": "", "texts": [3]}},
        {"returned": {"kind": "list", "text": "", "texts": ["x"] * 1001}},
        {"returned": {"kind": "list", "text": "", "items": DEEP}},
        {"returned": {"kind": "list", "text": "", "items": [{}]}},
        {"returned": {"kind": "list", "text": "", "items": [math.nan]}},
        {"returned": {"kind": "list", "text": "", "items": [1] * 2001}},
        *[
            {"returned": {"kind": "list", "text": "", "kinds": kinds}}
            for kinds in ("str", [1], [None], ["str"] * 31, {"str": 1}, ["x"])
        ],
        {"error": None},
        {"error": []},
        {"error": {}},
        {"error": {**CRASH, "message": 3}},
        {"error": {**CRASH, "near": 3}},
        {"error": {**CRASH, "near": [3]}},
        {"error": {**CRASH, "near": {"a": 1}}},
        {"error": {**CRASH, "near": ["a"] * 4}},
        {"error": {**CRASH, "frames": [3]}},
        {"error": {**CRASH, "frames": [["a"]]}},
        {"error": {**CRASH, "frames": [["a", "1", "b", "c"]]}},
        {"error": {**CRASH, "frames": [["a", True, "b", "c"]]}},
        {"error": {**CRASH, "frames": [["a", -1, "b", "c"]]}},
        {"error": {**CRASH, "frames": [["a", 10**4000, "b", "c"]]}},
        {"error": {**CRASH, "frames": ["abcd"]}},
        {"error": {**CRASH, "frames": [["a", 1, "b", "c"]] * 13}},
        *[
            {"error": {**CRASH, "frames": [["a", 1, "b", "c", *columns]]}}
            for columns in (
                *((1,), (1, 2, 3), (-1, 2), (True, 2)),
                *((1, 2.0), ("1", 2), (1, 2**60)),
            )
        ],
        {"error": {**CRASH, "kind": "grader"}},
        {"error": {**CRASH, "kind": "not_run"}},
        {"error": {**CRASH, "kind": "module"}},
        {"error": {**CRASH, "kind": "violation"}},
        {"error": {**CRASH, "kind": "anything"}},
        {"error": {**CRASH, "stage": "unreached"}},
        {"returned": ONE, "changed": 1},
        *[
            {"returned": ONE, "misordered": order}
            for order in (
                *(None, "nothing", {}, {"state": "A"}, {"state": -1}, {"state": 2**32}),
                *({"state": 0, "missing": "B"}, {"state": 0, "missing": [3]}),
                *(
                    {"state": 0, "twice": ["B"] * 21},
                    {"state": 0, "returned": ["list"]},
                ),
            )
        ],
        *[{"returned": ONE, "frames": frames} for frames in NO_FRAMES],
        *[{"returned": ONE, "seen": seen} for seen in NO_RECORDINGS],
        *[{"returned": ONE, "seen": {**SEEN, "calls": calls}} for calls in NO_CALLS],
        *[
            {"returned": ONE, "seen": {**SEEN, "calls": [[*CALL[:-1], back]]}}
            for back in ([], [1] * 17, [1, "2"], [None], [[1]], [math.nan], {"a": 1})
        ],
        *[
            {"returned": ONE, "seen": {**SEEN, "asked": [[7, 0, 1, stack]]}}
            for stack in NO_STACKS
        ],
        {"returned": ONE, "seen": {**SEEN, "files": [7]}},
    ],
)
def test_a_result_of_another_form_is_refused(sent: Any) -> None:
    """Wrong fields, too few, too many; types that are like those; what has no end."""
    assert is_refused(forms.OF_CALL, sent)


@for_each(
    "form, sent",
    [
        (forms.OPENING, ONE),
        (forms.OPENING, []),
        (ORDERS["initial_state"], None),
        (ORDERS["initial_state"], {"made": encode(None)}),
        (ORDERS["result"], ONE),
        (ORDERS["result"], "None"),
        (ORDERS["result"], {"error": "x"}),
        (ORDERS["result"], {**FAILED, **encode(None)}),
        (ORDERS["result"], {"changed": True}),
        (ORDERS["result"], {"changed": {"changed": {}}}),
        (ORDERS["to_move"], None),
        (ORDERS["to_move"], 3),
        (ORDERS["to_move"], ["max"]),
        (ORDERS["to_move"], {}),
        (ORDERS["actions"], {"changed": {}}),
        (ORDERS["utility"], 1),
        (ORDERS["class"], encode("x")),
        (ORDERS["class"], True),
        (ORDERS["class"], -1),
        (ORDERS["listed"], [True, 3]),
        (ORDERS["listed"], "x"),
        (ORDERS["show"], FAILED),
        (ORDERS["show"], "x"),
        (ORDERS["forget"], {"changed": ""}),
        (ORDERS["count"], {"counts": [["a", -1]]}),
        (ORDERS["count"], {"counts": [["a", True]]}),
        (ORDERS["count"], {"counts": [[1, 1]]}),
        (ORDERS["count"], {"counts": {"a": 1}}),
        (ORDERS["count"], ERROR),
        (ORDERS["count"], {**ERROR, "function": "exec"}),
        (ORDERS["unroll"], {"nodes": []}),
        (ORDERS["unroll"], {"nodes": [[]]}),
        (ORDERS["unroll"], {"nodes": [[None, None]]}),
        (ORDERS["unroll"], {"nodes": [[encode("max"), []]]}),
        (ORDERS["unroll"], {"nodes": [[encode("max"), "ab"]]}),
        (ORDERS["unroll"], {"nodes": [["max", ["a"]], LEAF]}),
        (ORDERS["unroll"], {"nodes": [LEAF] * 2001}),
        (ORDERS["unroll"], {"more": 2000}),
        (ORDERS["unroll"], {"more": "x"}),
    ],
)
def test_an_answer_to_a_call_of_another_form_is_refused(form: Form, sent: Any) -> None:
    """Each call of a walk has a form of its own."""
    assert is_refused(form, sent)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["returned", "error", "kind", "number", "text", *CRASH, "seen", "made"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(json_values, st.sampled_from([forms.OF_CALL, *ORDERS.values()]))
def test_no_json_is_more_than_refused(sent: Any, form: Form) -> None:
    """Whatever it is, the one error is raised that a conversation ends with."""
    is_refused(form, sent)


def texts(value: Any) -> list[str]:
    """All texts in a message, but for the names of its fields."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in texts(each)]
    return [value] if isinstance(value, str) else []


ODD = st.text(st.characters(exclude_categories=[]), max_size=2000)


@given(ODD, st.integers(0, 3))
def test_texts_are_short_and_act_on_nobody(text: str, count: int) -> None:
    """However long they are, and whatever is in them."""
    frames = [[text, count, text, text]] * count
    near = [text] * count
    error = {**CRASH, "message": text, "type": text, "near": near, "frames": frames}
    lists = {"texts": near, "items": [text, near]}
    order = {"state": 7, "missing": near, "returned": text}
    seen = {**SEEN, "files": near, "calls": [[*CALL[:-1], text]]}
    sent = [
        forms.OF_CALL({"error": error, "misordered": order, "seen": seen}),
        forms.OF_CALL({"returned": {"kind": "list", "text": text, **lists}}),
        ORDERS["to_move"](text),
        ORDERS["unroll"]({"nodes": [[encode("max"), [text]], LEAF]}),
        ORDERS["count"]({"counts": [[text, 1]]}),
    ]
    told = texts(sent)
    assert max(map(len, told)) <= 300
    acting = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert not {unicodedata.category(c) for each in told for c in each} & acting


ANY = st.one_of(ODD, st.sampled_from(["\0" * 300, "\U0001f600" * 60, "\ud800" * 99]))


@given(st.lists(ANY, max_size=5), st.integers(1, 3000), st.booleans())
@settings(max_examples=examples(60))
def test_what_an_honest_worker_tells_of_a_list_always_fits(
    items: list[str], often: int, is_nested: object
) -> None:
    """However long it is, and whatever letters are in it."""
    value: Any = [items] * often if is_nested else items * often
    sent = json.dumps({"returned": encode_whole(value)})
    assert len(sent) < MAX_RESULT
    assert not is_refused(forms.OF_CALL, json.loads(sent))


def test_a_refusal_says_whose_fault_it_is() -> None:
    """In the sentence that follows `broke the grader's protocol`."""
    with pytest.raises(ProtocolError, match="it sent a result of the wrong form"):
        forms.OF_CALL({})
