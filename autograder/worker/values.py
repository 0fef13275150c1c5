"""What a submission returned, as it crosses from the worker to the grader.

Only exact types count as numbers. Everything else crosses as its kind and a
bounded text. No method of a student's class is run for it, not even one of a
metaclass: types are told apart by identity, and looked at by `type`'s own means. But
where several things are asked for, what holds them may be of any class, and is read.
"""

from __future__ import annotations

import json
import math
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from itertools import islice
from types import AsyncGeneratorType, CoroutineType, GeneratorType
from typing import Any

from autograder.game import LARGEST, State

TEXT = 200  # characters of any one text that crosses
ITEMS, DEPTH, LETTERS = 6, 2, 60  # of what a container holds
MOST_PAYOFFS = 16  # in one tuple
MOST_ACTIONS, MOST_LETTERS = 1_000, 30_000  # in one line of play
MOST_ITEMS, DEEPEST = 2_000, 5  # of what is held by a container that crosses whole

_KINDS: tuple[tuple[type, str], ...] = (
    (type(None), "none"),
    (bool, "bool"),
    (str, "str"),
    (tuple, "tuple"),
    (list, "list"),
    (dict, "dict"),
    (set, "set"),
    (frozenset, "set"),
    (complex, "complex"),
    (State, "state"),
    (GeneratorType, "iterator"),
    *((type(made), "iterator") for made in (iter(()), iter([]), iter({}), iter(""))),
    *((type_, "iterator") for type_ in (map, filter, zip, enumerate, reversed)),
    (CoroutineType, "coroutine"),
    (AsyncGeneratorType, "coroutine"),
)
_BASES: tuple[tuple[type, str], ...] = (
    (int, "like_int"),
    (float, "like_float"),
    (str, "like_str"),
    (tuple, "like_tuple"),
)
_UNORDERED = (set, frozenset, str, bytes)
_DICTS: tuple[dict[Any, Any], ...] = ({}, OrderedDict())
_VIEWS = tuple(type(view) for d in _DICTS for view in (d.keys(), d.values()))
_LISTS = (list, tuple, deque, range, *_VIEWS)
IN_ORDER = (*_LISTS, dict, OrderedDict, defaultdict)  # to be read again and again
KINDS = (
    *dict.fromkeys(kind for _, kind in (*_KINDS, *_BASES)),
    *("huge", "nan", "callable", "object"),
)
_name_of: Callable[[type], str] = type.__dict__["__name__"].__get__
_bases_of: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__


def encode(value: object) -> dict[str, Any]:
    """`kind`, with `number` for a finite number and `text` for all else.

    What Python has for things in an order has the `kinds` of what it holds; one that
    holds nothing but finite numbers has them as `numbers` too, one that holds nothing
    but texts has `texts`.
    """
    if type(value) is int and abs(value) > LARGEST:
        sign = "a negative integer" if value < 0 else "an integer"
        return {"kind": "huge", "text": f"{sign} of {value.bit_length()} bits"}
    if type(value) is float and not math.isfinite(value):
        return {"kind": "nan" if math.isnan(value) else "inf", "text": str(value)}
    if type(value) is int or type(value) is float:
        return {"kind": "number", "number": value}
    told: dict[str, Any] = {"kind": _kind(value), "text": brief(value)}
    own = _own(value)
    if own is not None:
        held = {"numbers": payoffs(own), "texts": _texts(own)}
        told |= {name: items for name, items in held.items() if items is not None}
        kinds = {
            "number" if type(item) is int or type(item) is float else _kind(item)
            for item in islice(own, MOST_ACTIONS)
        }
        told["kinds"] = sorted(kinds)
    return told


def encode_held(value: object, within: object = None) -> dict[str, Any]:
    """What a function returned, with all `items` of a container that can cross.

    That is one of Python's own, of numbers, texts, truth values, None, and lists and
    tuples of these; or what is `within` the value, where it is of another class.
    """
    told = encode(value)
    items = items_of(value if within is None else within)
    return told if items is None else {**told, "items": items}


def encode_whole(value: object) -> dict[str, Any]:
    """The same where an order may be asked for, but for a number too.

    So an iterator is not read: it may come of a sum that was forgotten.
    """
    stays = hasattr(type(value), "__next__") or is_of(value, (dict,))
    return encode_held(value, value if stays else list_if_ordered(value))


def encode_in_order(value: object) -> dict[str, Any]:
    """What a function returned that is asked for several things in an order."""
    return encode(list_if_ordered(value))


def list_if_ordered(value: Any) -> Any:
    """A list of what comes in an order, whatever holds it; all else as it is.

    A text is no list, and a set has no order. To read the rest may run a student's own
    code; of what never ends it is read as much as is too much to cross.
    """
    if type(value) is list or type(value) is tuple or is_of(value, _UNORDERED):
        return value
    try:
        items = iter(value)
    except TypeError:
        return value
    return [*islice(items, MOST_ITEMS + 1)]


def is_of(value: object, types: tuple[type, ...]) -> bool:
    """Whether a value is of one of Python's own types, or of a class made from one."""
    return any(base is type_ for base in _bases_of(type(value)) for type_ in types)


def _own(value: Any) -> Any:
    """What Python itself can read in an order; a tuple with names is a plain one."""
    if is_of(value, (tuple,)):
        return tuple.__getitem__(value, slice(None))
    return value if any(type(value) is type_ for type_ in _LISTS) else None


def items_of(value: object) -> list[Any] | None:
    """What a container holds, in lists; None where that cannot cross."""
    own = value if type(value) is set or type(value) is frozenset else _own(value)
    if own is None:
        return None
    try:
        return _held(own, DEEPEST, [MOST_ITEMS])
    except _NotPlain:
        return None


def copied(value: Any) -> Any:
    """A value that came as JSON, with lists of its own."""
    return [*map(copied, value)] if type(value) is list else value


def is_still(value: Any, before: Any) -> bool:
    """Whether a value is what its copy was before a student had it."""
    if type(value) is not type(before):
        return False
    if type(value) is not list:
        return bool(value == before)  # of one type, and that is Python's own
    if len(value) != len(before):
        return False
    items = list(value)  # another thread of the student's may change it
    return len(items) == len(before) and all(map(is_still, items, before))


class _NotPlain(Exception):  # noqa: N818 - a finding
    """There is something in a container that cannot cross."""


def _held(value: Any, depth: int, left: list[int]) -> list[Any]:
    """The items; of all containers together there are so many `left` to be taken."""
    try:
        items = list(islice(value, left[0] + 1))
    except RuntimeError:  # another thread of the student's is changing it
        raise _NotPlain from None
    left[0] -= len(items)
    if left[0] < 0 or not depth:
        raise _NotPlain
    return [_item(item, depth - 1, left) for item in items]


def _item(item: Any, depth: int, left: list[int]) -> Any:
    own = _own(item)
    if own is not None:
        return _held(own, depth, left)
    if item is None or type(item) is bool or _is_number(item):
        return item
    if type(item) is not str or len(item) > TEXT:
        raise _NotPlain
    left[0] -= _size(item) // LETTERS
    if left[0] < 0:
        raise _NotPlain
    return item


def payoffs(value: Any) -> list[int | float] | None:
    """What a tuple or a list holds, if that may be the payoffs of some players."""
    items = list(islice(value, MOST_PAYOFFS + 1))
    if not items or len(items) > MOST_PAYOFFS or not all(map(_is_number, items)):
        return None
    return items


def _texts(value: Any) -> list[str] | None:
    """What a tuple or a list holds, if that may be a line of actions."""
    items = list(islice(value, MOST_ACTIONS + 1))
    if len(items) > MOST_ACTIONS or any(type(item) is not str for item in items):
        return None
    texts = [item[:LETTERS] for item in items]
    return texts if sum(map(_size, texts)) <= MOST_LETTERS else None


def _size(text: str) -> int:
    """The letters that a text takes as it crosses."""
    return len(json.dumps(text)) - len('""')


def _is_number(item: object) -> bool:
    if type(item) is int:
        return abs(item) <= LARGEST
    return type(item) is float and math.isfinite(item)


def _kind(value: object) -> str:
    for type_, kind in _KINDS:
        if type(value) is type_:
            return kind
    for type_, kind in _BASES:
        if is_of(value, (type_,)):
            return kind
    return "callable" if callable(value) else "object"


def brief(value: object) -> str:
    """A short text of any value: of a foreign class, its name."""
    text = value if type(value) is str else _shown(value, DEPTH)
    return str.__getitem__(text, slice(TEXT))


def _shown(value: object, depth: int) -> str:
    """The value as Python writes it, if its type is Python's own and it is small."""
    found = type(value)
    for type_, show in _SHOWN:
        if found is type_:
            return show(value, depth)
    # A copy: the name itself may be of a student's class.
    return str.__getitem__(_name_of(found), slice(TEXT))


def _items(
    items: Iterable[object], depth: int, show: Callable[[Any, int], str] = _shown
) -> str:
    if not depth:
        return "..."
    try:
        first = list(islice(items, ITEMS + 1))
    except RuntimeError:  # another thread of the student's is changing it
        return "..."
    shown = [show(item, depth - 1) for item in first[:ITEMS]]
    return ", ".join([*shown, "..."][: len(first)])


def _pair(item: Any, depth: int) -> str:
    key, value = item
    return f"{_shown(key, depth)}: {_shown(value, depth)}"


def _digits(value: int) -> str:
    """If they are few: Python refuses to write the longest integers."""
    size = value.bit_length()
    return str(value) if size <= LETTERS else f"<{size} bits>"


def _label(value: State) -> str:
    label = getattr(value, "_label", None)  # which a student may have overwritten
    return label if type(label) is str else "State"


_SHOWN: tuple[tuple[type, Callable[[Any, int], str]], ...] = (
    (int, lambda value, _: _digits(value)),
    (str, lambda value, _: repr(value[:LETTERS])),
    *((t, lambda value, _: str(value)) for t in (type(None), bool, float, complex)),
    (State, lambda value, _: _label(value)),
    (dict, lambda value, depth: f"{{{_items(value.items(), depth, _pair)}}}"),
    (set, lambda v, depth: f"{{{_items(v, depth)}}}" if v else "set()"),
    (frozenset, lambda v, depth: f"{{{_items(v, depth)}}}" if v else "set()"),
    (list, lambda value, depth: f"[{_items(value, depth)}]"),
    (tuple, lambda v, depth: f"({_items(v, depth)}{',' if len(v) == 1 else ''})"),
)
