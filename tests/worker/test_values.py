"""Returned values as they cross: exact numbers, and a kind with a text for all else."""

from __future__ import annotations

import dataclasses
import enum
import json
import math
import sys
import threading
import time
from collections import UserList, deque
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import count, cycle
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.game import LARGEST, Game, State
from autograder.observing.outcome import Returned
from autograder.observing.outcome import outcome_of_result as decode
from autograder.words.faults import SHOWN, VALUE_HINTS
from autograder.worker.values import (
    MOST_ITEMS,
    TEXT,
    brief,
    copied,
    encode,
    encode_in_order,
    encode_whole,
    is_still,
    items_of,
)
from tests.cases import for_each
from tests.small import ROOT

RESULTS = ROOT / "docs" / "uploads.md"
RUN: list[str] = []  # the student's methods that were run


def note_all(names: tuple[str, ...]) -> dict[str, Any]:
    """Methods of these names that note that they were run, and raise."""

    def method(name: str) -> Any:
        def run(*_arguments: object, **_named: object) -> Any:
            RUN.append(name)
            raise SystemExit(name)

        return run

    return {name: method(name) for name in names}


OF_CLASSES = ("__getattribute__", "__getattr__", "__hash__", "__eq__", "__ne__",
    "__repr__", "__str__", "__instancecheck__", "__subclasscheck__", "__iter__",
    "__bool__", "__len__", "__contains__", "__dir__", "__or__")  # fmt: skip
OF_VALUES = (*OF_CLASSES, "__abs__", "__lt__", "__gt__", "__le__", "__ge__", "__int__",
    "__float__", "__index__", "__reduce__", "__reduce_ex__", "__format__", "__next__",
    "__call__", "__neg__", "__sub__", "__rsub__", "__getitem__", "__copy__", "__del__x",
    "__deepcopy__", "__array__", "item", "bit_length", "items", "keys")  # fmt: skip


OF_TYPES = ("__name__", "__mro__", "__dict__", "__module__")

# The class of classes that cannot even be looked at, and a text that cannot be read.
Evil: Any = type(
    "Evil",
    (type,),
    {
        **note_all(OF_CLASSES),
        **{name: property(run) for name, run in note_all(OF_TYPES).items()},
    },
)
EvilText: Any = type("EvilText", (str,), note_all(OF_VALUES))


def evil(base: Any) -> Any:
    """A value of a class every method of which raises, as do those of its class."""
    fakes = {"__class__": property(note_all(("__class__",))["__class__"])}
    made = type.__call__(Evil, str.__new__(EvilText, "Evil_one"), (base,), fakes)
    for name, method in note_all(OF_VALUES).items():
        type.__setattr__(made, name, method)
    return base.__new__(made)


EVIL = [
    evil(base)
    for base in (object, int, float, str, tuple, list, dict, set, complex, bytes)
]

AT_TUPLE = 4


class Whole(int):
    """A number that lies about being equal."""

    def __eq__(self, _other: object) -> bool:
        return True

    __hash__ = int.__hash__


class Real(float):
    """The like, as NumPy's float64 is."""


class Word(str):
    """A text of another class."""

    __slots__ = ()


class Side(enum.IntEnum):
    """A constant that is an integer as well."""

    LEFT = 3


class Colour(enum.Enum):
    """A constant that is none."""

    RED = 3


class Pair(NamedTuple):
    """A tuple of another class."""

    a: int


class Rude:
    """An object that cannot be printed."""

    def __repr__(self) -> str:
        raise RuntimeError


def generator() -> Any:
    """`yield` in place of `return`."""
    yield 3


async def coroutine() -> int:
    """`async def` in place of `def`."""
    return 3


def crossed(value: object) -> Any:
    """What the grader decodes of a returned value, by way of JSON."""
    return decode(json.loads(json.dumps({"returned": encode(value)})))


@given(
    st.integers(-LARGEST, LARGEST) | st.floats(allow_nan=False, allow_infinity=False)
)
def test_finite_numbers_cross_exactly(number: float) -> None:
    """Type, value and sign of zero."""
    found = crossed(number)
    assert isinstance(found, Returned)
    assert (type(number), repr(number)) == (type(found.number), repr(found.number))


@for_each(
    "value, kind, text",
    [
        (None, "none", "None"),
        (True, "bool", "True"),
        (math.nan, "nan", "nan"),
        (math.inf, "inf", "inf"),
        (-math.inf, "inf", "-inf"),
        (2**53 + 1, "huge", "an integer of 54 bits"),
        (-(10**400), "huge", "a negative integer of 1329 bits"),
        ("B", "str", "B"),
        ((3, "B"), "tuple", "(3, 'B')"),
        ([3], "list", "[3]"),
        ({"B": 3}, "dict", "{'B': 3}"),
        ({3}, "set", "{3}"),
        (1 + 2j, "complex", "(1+2j)"),
        (Fraction(1, 2), "object", "Fraction"),
        (Decimal(1), "object", "Decimal"),
        (Whole(3), "like_int", "Whole"),
        (Side.LEFT, "like_int", "Side"),
        (Colour.RED, "object", "Colour"),
        (Real(3), "like_float", "Real"),
        (Word("B"), "like_str", "Word"),
        (Pair(1), "like_tuple", "Pair"),
        (Rude(), "object", "Rude"),
        (b"B", "object", "bytes"),
        (frozenset({3}), "set", "{3}"),
        (range(3), "object", "range"),
        ((), "tuple", "()"),
        (set(), "set", "set()"),
        ((3,), "tuple", "(3,)"),
        ([1, 2, 3, 4, 5, 6, 7], "list", "[1, 2, 3, 4, 5, 6, ...]"),
        ([[[[3]]], Rude(), Rude], "list", "[[[...]], Rude, type]"),
        ([2**60, -0.0, None], "list", "[<61 bits>, -0.0, None]"),
        (map(len, ()), "iterator", "map"),
        (generator(), "iterator", "generator"),
        (iter([1]), "iterator", "list_iterator"),
        (len, "callable", "builtin_function_or_method"),
        (Rude, "callable", "type"),
    ],
)
def test_everything_else_crosses_as_its_kind(
    value: object, kind: str, text: str
) -> None:
    """Exact types only: no method of a student's class has a say."""
    found = crossed(value)
    assert isinstance(found, Returned)
    assert (found.kind, found.number, found.text) == (kind, None, text)
    assert found.items is None


@for_each(
    "value, payoffs",
    [
        ((1, 2.5, -6), (1, 2.5, -6)),
        ([3], (3,)),
        ((0,) * 16, (0,) * 16),
        ((0,) * 17, None),
        ((), None),
        ((1, True), None),
        ((1, None), None),
        ((1, math.inf), None),
        ((1, math.nan), None),
        ((1, 2**53 + 1), None),
        ((1, (2,)), None),
        (Pair(1), (1,)),
        (deque([1, 2]), (1, 2)),
        ({1, 2}, None),
        ((1, Whole(2)), None),
    ],
)
def test_payoffs_are_a_few_finite_numbers(
    value: object, payoffs: tuple[float, ...] | None
) -> None:
    """A tuple or a list of them crosses as numbers, each exactly."""
    found = crossed(value)
    assert isinstance(found, Returned)
    assert repr(found.payoffs) == repr(payoffs)
    assert found.number is None


@for_each(
    "value, kinds",
    [
        (["B", "C"], ("str",)),
        ([("B", 3), ("C", 5)], ("tuple",)),
        (["B", "C", 3], ("number", "str")),
        ((2.5, None), ("none", "number")),
        ((None, math.inf), ("none", "number")),
        ([True, 1], ("bool", "number")),
        ([Whole(2), [2]], ("like_int", "list")),
        (["B"] * 1000 + [None], ("str",)),
        ([], ()),
        ({"B": 3}, ()),
        ("BC", ()),
    ],
)
def test_a_tuple_or_a_list_tells_what_kinds_it_holds(
    value: object, kinds: tuple[str, ...]
) -> None:
    """Each once, whatever their order: of the first thousand items."""
    found = crossed(value)
    assert isinstance(found, Returned)
    assert found.kinds == kinds


@for_each(
    "value, actions",
    [
        (["B", "C"], ("B", "C")),
        (("B",), ("B",)),
        ([], ()),
        (["x" * 300], ("x" * 60,)),
        (["x" * 30] * 1000, ("x" * 30,) * 1000),
        (["x" * 31] * 1000, None),
        (["B"] * 1000, ("B",) * 1000),
        (["B"] * 1001, None),
        (["B", None], None),
        (["B", 3], None),
        ({"B", "C"}, None),
        (iter(["B"]), None),
        ("BC", None),
    ],
)
def test_a_line_of_actions_is_a_list_or_a_tuple_of_texts(
    value: object, actions: tuple[str, ...] | None
) -> None:
    """Each as it is, and cut where no action is as long."""
    found = crossed(value)
    assert isinstance(found, Returned)
    assert found.actions == actions


def test_a_state_crosses_as_its_label() -> None:
    """The child in place of the action is a common slip, and has a hint."""
    assert Returned("state", None, "A") == crossed(State(object(), 0, "A"))


def test_a_state_whose_label_was_overwritten_crosses_all_the_same() -> None:
    """Its label is the student's to spoil, since it lies in their process."""
    labels: list[Any] = [5, EVIL[3]]
    for label in labels:
        spoiled = State(object(), 0, "A")
        spoiled._label = label
        assert crossed(spoiled) == Returned("state", None, "State")
    emptied = State(object(), 0, "A")
    del emptied._label
    assert crossed(emptied) == Returned("state", None, "State")


def test_a_coroutine_is_named() -> None:
    """It is what a function returns that was written with `async`."""
    made = coroutine()
    assert crossed(made) == Returned("coroutine", None, "coroutine")
    made.close()


def test_a_class_that_says_it_is_of_numpy_is_not_asked() -> None:
    """A worker has no NumPy; an `item` is a method of the student's."""
    names = note_all(("item",))
    scalar = type("float64", (), {"__module__": "numpy", **names})()
    RUN.clear()
    assert crossed(scalar) == Returned("object", None, "float64")
    assert RUN == []


@pytest.mark.parametrize("index", range(len(EVIL)))
@pytest.mark.parametrize(
    "wrapped",
    [
        lambda value: value,
        lambda value: (3, value),
        lambda value: [[value]],
        lambda value: {3: value},
    ],
)
def test_no_method_of_a_students_class_is_run(
    index: int, wrapped: Callable[[object], object]
) -> None:
    """Not of the value's class, nor of that one's class, nor of its name's."""
    RUN.clear()
    encoded = encode(wrapped(EVIL[index]))
    assert RUN == []
    assert "Evil_one" in json.dumps(encoded)
    held = [item for name in ("kinds", "texts") for item in encoded.pop(name, [])]
    assert all(type(text) is str for text in (*encoded.values(), *held))


def test_a_class_that_cannot_be_looked_at_crosses() -> None:
    """The class itself in place of an instance; a key of a dict."""
    RUN.clear()
    assert encode(type(EVIL[0])) == {"kind": "callable", "text": "Evil"}
    assert RUN == []


def test_the_classes_of_these_tests_are_evil() -> None:
    """A positive control: whatever else is done with one of them raises."""
    attempts: tuple[Callable[[Any], object], ...] = (
        repr,
        hash,
        bool,
        lambda value: value == 3,
        lambda value: type(value).__name__,
        lambda value: hasattr(type(value), "__next__"),
        lambda value: type(value) in {int: 1},
        lambda value: isinstance(value, type(value).__mro__[0]),
    )
    for attempt in attempts:
        with pytest.raises(SystemExit):
            attempt(EVIL[1])


def nested(wrap: Callable[[object], object]) -> object:
    """A hundred thousand containers in one another."""
    value: object = 3
    for _ in range(10**5):
        value = wrap(value)
    return value


@for_each(
    "made, text",
    [
        (lambda: nested(lambda value: [value]), "[[[...]]]"),
        (lambda: nested(lambda value: (value,)), "(((...,),),)"),
        (lambda: nested(lambda value: {1: value}), "{1: {1: {...}}}"),
        (lambda: dict.fromkeys(range(10**6)), "{0: None, 1: None, 2: None, "),
        (lambda: [0] * 10**7, "[0, 0, 0, 0, 0, 0, ...]"),
        (lambda: 10**5000, "an integer of 16610 bits"),  # more than 4,300 digits
        (lambda: 1 << 10**8, "an integer of 100000001 bits"),
        (lambda: [1 << 10**8], "[<100000001 bits>]"),
        (lambda: "x" * 10**8, "x" * TEXT),
        (lambda: ["x" * 10**8], "['xxx"),
    ],
)
def test_what_is_large_is_encoded_at_once(
    made: Callable[[], object], text: str
) -> None:
    """No more of it is looked at than is shown."""
    value = made()
    started = time.process_time()
    encoded = encode(value)
    assert time.process_time() - started < 1  # a tenth of a millisecond, in truth
    shown = encoded["text"]
    assert text == shown[: len(text)]
    assert len(shown) <= TEXT


def test_a_dict_that_another_thread_fills_is_encoded() -> None:
    """A thread of the student's may go on when the search has returned."""
    shared: dict[int, int] = {}
    done = threading.Event()

    def fill() -> None:
        count = 0
        while not done.is_set():
            shared[count % 50] = count
            if count % 3 == 0:
                shared.clear()
            count += 1

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=fill)
    thread.start()
    try:
        found = {encode(shared)["kind"] for _ in range(2000)}
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(interval)
    assert found == {"dict"}


def test_a_list_in_itself_and_a_long_text_are_cut() -> None:
    """No value makes a result large."""
    loop: list[object] = []
    loop.append(loop)
    assert len(json.dumps(encode(loop))) < 300
    assert len(encode("x" * 10**6)["text"]) == TEXT
    assert len(encode([["x" * 10**5] * 9] * 10**5)["text"]) <= TEXT
    assert len(brief(type("T" * 10**5, (), {})())) == TEXT


FOREIGN = [*EVIL, Whole(3), Real(2), Word("x"), Pair(1), Rude(), len, Rude, ...]


@dataclass(frozen=True)
class Stand:
    """The place of a foreign value, which hypothesis itself could not handle."""

    index: int


PLAIN = (
    st.none()
    | st.booleans()
    | st.text()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.binary()
    | st.fractions()
    | st.decimals()
    | st.builds(Stand, st.integers(0, len(FOREIGN) - 1))
)


def built(recipe: Any) -> Any:
    """The value in which foreign ones stand in their places."""
    if isinstance(recipe, Stand):
        return FOREIGN[recipe.index]
    if isinstance(recipe, dict):
        return {key: built(value) for key, value in recipe.items()}
    if isinstance(recipe, list | tuple):
        return type(recipe)(map(built, recipe))
    return recipe


def containers(items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Lists, tuples and dicts of such."""
    pairs = st.dictionaries(st.text() | st.integers(), items)
    return st.lists(items) | pairs | st.lists(items).map(tuple)


@given(st.recursive(PLAIN, containers, max_leaves=20))
def test_any_value_is_encoded_in_bounds(recipe: object) -> None:
    """As JSON that decodes, whatever was returned; and nothing of it was run."""
    RUN.clear()
    encoded = encode(built(recipe))
    text = json.dumps(encoded, allow_nan=False)
    assert RUN == []
    assert len(text) < 12 * TEXT + 100  # twelve letters for one beyond the first 65,536
    found = decode({"returned": json.loads(text)})
    assert isinstance(found, Returned)
    assert found.kind == encoded["kind"]


def test_a_game_is_an_object() -> None:
    """Nothing of ours but states has a kind of its own."""
    assert encode(Game(lambda _: None))["kind"] == "object"  # type: ignore[arg-type,return-value]


@for_each(
    "value",
    [
        2**101 + 1,
        math.nan,
        math.inf,
        True,
        None,
        Side.LEFT,
        3 + 0j,
        Fraction(1, 2),
        (3, "B"),
        "3",
        {"B": 3},
        State(object(), 0, "B"),
        generator(),
        generator,
    ],
)
def test_the_documents_say_what_the_student_reads(value: object) -> None:
    """Each kind has its row in docs/uploads.md, with the sentence's own words."""
    found = crossed(value)
    shown = SHOWN.get(found.kind, "{}").format(found)
    sentence = f"{shown}: {VALUE_HINTS.get(found.kind, 'expected an int or a float')}"
    assert sentence in RESULTS.read_text(encoding="utf-8")


# Containers that cross whole


def whole(value: object) -> Any:
    """What the grader decodes of a container, by way of JSON."""
    return decode(json.loads(json.dumps({"returned": encode_whole(value)})))


@for_each(
    "value, items",
    [
        ([], ()),
        ((), ()),
        (set(), ()),
        ([1, 2.5, -0.0], (1, 2.5, -0.0)),
        ((1, "a"), (1, "a")),
        ({3}, (3,)),
        (frozenset({(1, 2)}), ((1, 2),)),
        ([True, None, ["a", (False,)]], (True, None, ("a", (False,)))),
        ([[[[[1]]]]], (((((1,),),),),)),
        ([[[[[[1]]]]]], None),
        ([0] * 2000, (0,) * 2000),
        ([0] * 2001, None),
        ([[0] * 1000, [0] * 998], ((0,) * 1000, (0,) * 998)),
        ([[0] * 1000, [0] * 999], None),
        (["x" * 200], ("x" * 200,)),
        (["x" * 201], None),
        (["x" * 200] * 500, ("x" * 200,) * 500),
        (["x" * 200] * 501, None),
        ([math.inf], None),
        ([math.nan], None),
        ([2**53 + 1], None),
        ([3j], None),
        ([{1}], None),
        ([{1: 2}], None),
        ([frozenset()], None),
        ([b"B"], None),
        ([Whole(3)], None),
        ([Real(3)], None),
        ([Word("x")], None),
        ([Pair(1)], ((1,),)),
        ([iter([])], None),
        ({1: 2}, None),
        ({1: 2}.values(), (2,)),
        (deque([1, deque([2])]), (1, (2,))),
        ("ab", None),
        (3, None),
        (None, None),
        (range(3), (0, 1, 2)),
    ],
)
def test_a_container_crosses_whole_or_not_at_all(
    value: object, items: tuple[Any, ...] | None
) -> None:
    """Whatever is Python's own, of what is plain: exact types, few, and not deep."""
    found = whole(value)
    assert repr(found.items) == repr(items)
    assert found == dataclasses.replace(crossed(value), items=found.items)


@for_each(
    "value, items",
    [
        (Pair(1), (1,)),
        (UserList([2, 1]), (2, 1)),
        ({1, 2}, (1, 2)),
        ("ab", None),
        (iter([1]), None),
        (3, None),
        (count(), None),
    ],
)
def test_a_result_of_another_class_crosses_whole_too(
    value: object, items: tuple[Any, ...] | None
) -> None:
    """If it can be gone through; an iterator may stand where a number is asked for."""
    found: Any = decode({"returned": encode_whole(value)})
    assert found.items == items


@for_each(
    "value, texts",
    [
        (iter(["B", "C"]), ("B", "C")),
        (UserList(["B"]), ("B",)),
        ({"B": 1}, ("B",)),
        (reversed(["B", "C"]), ("C", "B")),
        ({"B"}, None),
        ("B", None),
        (cycle("B"), None),
    ],
)
def test_a_line_may_be_in_whatever_has_an_order(
    value: object, texts: tuple[str, ...] | None
) -> None:
    """It is read once; of one without an end, as much as is too much."""
    found: Any = decode({"returned": encode_in_order(value)})
    assert found.actions == texts


def test_a_list_in_itself_does_not_cross() -> None:
    """Nor does one that is in itself twice, over and over."""
    loop: list[Any] = [1]
    loop += [loop, loop]
    assert items_of(loop) is None
    assert items_of([loop, (loop,)]) is None


@pytest.mark.parametrize("index", range(len(EVIL)))
@pytest.mark.parametrize(
    "wrapped",
    [lambda value: value, lambda value: [value], lambda value: (1, [[value]])],
)
def test_no_method_is_run_for_a_container(
    index: int, wrapped: Callable[[object], object]
) -> None:
    """A list of a student's own class is none; what its class says is not heard.

    A tuple of one is read by Python's own means.
    """
    RUN.clear()
    items, is_tuple = items_of(wrapped(EVIL[index])), index == AT_TUPLE
    assert items in (([], [[]], [1, [[[]]]]) if is_tuple else (None,))
    still = is_still([1, wrapped(EVIL[index])], [1, 3])
    still_within = is_still([1, [EVIL[index]]], [1, [3]])
    assert (still, still_within) == (False, False)
    assert RUN == []


@given(st.recursive(PLAIN, containers, max_leaves=20))
def test_any_container_crosses_in_bounds(recipe: object) -> None:
    """As JSON that decodes to the same items."""
    RUN.clear()
    items = items_of(built(recipe))
    assert RUN == []
    if items is not None:
        assert len(json.dumps(items, allow_nan=False)) < 12 * MOST_ITEMS * TEXT


def _is_of_lists(items: list[Any]) -> bool:
    """Whether there is nothing but zeros, and the list itself in lists of these."""
    return all(_is_of_lists(e) if type(e) is list else e == 0 for e in items)


def test_a_list_that_another_thread_changes_is_encoded() -> None:
    """As it was at some moment, or not at all."""
    shared: list[Any] = []
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            shared.extend([0] * 50)
            shared.append(shared)
            shared.clear()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(500):
            items = items_of(shared)
            assert items is None or _is_of_lists(items)
            assert is_still(shared, [0] * 50) in (True, False)
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(interval)


# Arguments that are changed

JSON = st.recursive(
    st.none() | st.booleans() | st.text() | st.integers() | st.floats(allow_nan=False),
    st.lists,
    max_leaves=10,
)


@given(JSON)
def test_what_is_left_alone_is_still_what_it_was(value: Any) -> None:
    """Whatever arguments are."""
    assert is_still(value, copied(value))


@given(st.lists(JSON, min_size=1), st.data())
def test_what_is_changed_is_not(value: list[Any], data: st.DataObject) -> None:
    """An item less, one more, or another one in its place."""
    before, place = copied(value), data.draw(st.integers(0, len(value) - 1))
    value[place] = [value[place]]
    assert not is_still(value, before)
    value[place] = before[place]
    assert is_still(value, before)
    value.append(3)
    assert not is_still(value, before)
    del value[-1], value[place]
    assert not is_still(value, before)


def test_what_is_equal_is_not_the_same() -> None:
    """1 is neither true nor 1.0, and a tuple is no list."""
    assert not is_still([True], [1])
    assert not is_still([1.0], [1])
    assert not is_still([(1,)], [[1]])


def test_an_argument_that_becomes_endless_is_compared_at_once() -> None:
    """No more of it is looked at than there was."""
    loop: list[Any] = [1]
    loop.append(loop)
    assert not is_still(loop, [1, [1, [1, 2]]])
    assert not is_still([0] * 10**7, [0])
