"""What a state holds, kept beside it: whether it has changed, and how to put it back.

A state is a student's own object. Nothing of it is run here, no method, no property and
nothing of a metaclass: it is read and written by the means of Python's own types, and
classes are told apart by identity.
"""

from __future__ import annotations

import copy
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterator
from itertools import chain
from operator import is_
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any, NamedTuple

MOST = 10_000  # objects of which one state is made
SAME, ADDED, CHANGED = range(3)  # ADDED: only what was not there before, or was None

PLAIN = {id(each) for each in (int, str, float, bool, bytes, complex, type(None))}
STILL = {id(each) for each in (tuple, frozenset)}  # as long as what they hold is
OPAQUE = {id(each) for each in (type, FunctionType, ModuleType, MemberDescriptorType)}
COPIED = {id(e) for e in (list, dict, set, bytearray, deque, OrderedDict, defaultdict)}
IN_ORDER, IN_NO_ORDER, BY_KEY = range(3)
BY_IDENTITY = object()

_mro_of: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
_space_of: Callable[[type], Any] = type.__dict__["__dict__"].__get__
_flags_of: Callable[[type], int] = type.__dict__["__flags__"].__get__
MADE_IN_PYTHON = 1 << 9  # or at least at run time

Held = tuple[list[Any], list[Any]]  # keys, where there are any, and values


class _Part(NamedTuple):
    """One way in which an object holds others; without `write` it cannot be changed."""

    form: int
    read: Callable[[Any], Held]
    write: Callable[[Any, Held], None] | None = None


class _Kind(NamedTuple):
    """How the objects of a class hold others.

    `base` is what makes an empty one. The class `compares` its objects where its author
    has written which of them are equal.
    """

    owner: type
    parts: tuple[_Part, ...] = ()
    base: Any = object
    compares: bool = False


class _Node(NamedTuple):
    """An object within a state, and what each of its parts held."""

    value: Any
    kind: _Kind
    held: list[Held]
    is_compared: bool


class Contents:
    """What a state holds at the moment; without what the objects to `stop` at hold."""

    def __init__(self, state: Any, stop: Collection[int] = ()) -> None:
        self._stop = stop
        self._nodes = _nodes(state, stop)
        self._compared: set[tuple[int, int]] = set()

    def change(self) -> int:
        """How far the state is another now: SAME, ADDED or CHANGED.

        What the author of a class compares, or leaves out of that, is ADDED at most.
        """
        worst = SAME
        for node, part, then, now in self._others():
            self._compared.clear()
            found = self._difference(part.form, then, now)
            worst = max(worst, min(found, ADDED) if node.is_compared else found)
        return worst

    def put_back(self) -> None:
        """Let the state hold again what it held, in the very same objects."""
        for node, part, then, _ in self._others():
            if part.write is not None:
                part.write(node.value, then)

    def apart(self, value: Any) -> Any:
        """A value as it is now, which putting back does not reach.

        That is the value itself where it has no part in what has changed; else a copy
        of what has, and of what holds that.
        """
        changed = {id(node.value) for node, *_ in self._others()}
        nodes = {id(node.value): node for node in _nodes(value, self._stop)}
        above: dict[int, list[int]] = {}
        for place, node in nodes.items():
            for each in chain.from_iterable(chain.from_iterable(node.held)):
                above.setdefault(id(each), []).append(place)
        copied, more = set[int](), [place for place in nodes if place in changed]
        while more:
            place = more.pop()
            if place not in copied:
                copied.add(place)
                more += above.get(place, ())
        return _Copying([nodes[place] for place in nodes if place in copied]).of(value)

    def _others(self) -> Iterator[tuple[_Node, _Part, Held, Held]]:
        """What holds something else than it did, with what it held and holds."""
        for node in self._nodes:
            for part, then in zip(node.kind.parts, node.held):  # noqa: B905 - quick
                if part.write is not None:
                    now = part.read(node.value)
                    (keys, values), (names, others) = then, now
                    if (
                        len(values) != len(others)
                        or not all(map(is_, values, others))
                        or not all(map(is_, keys, names))
                    ):
                        yield node, part, then, now

    def _difference(self, form: int, then: Held, now: Held) -> int:
        if form == BY_KEY:
            return self._by_key(then, now)
        if form == IN_NO_ORDER:
            is_same = {*map(_key, then[1])} == {*map(_key, now[1])}
        else:
            is_same = len(then[1]) == len(now[1])
            is_same = is_same and all(map(self._is_same, then[1], now[1]))
        return SAME if is_same else CHANGED

    def _by_key(self, then: Held, now: Held) -> int:
        there = dict(zip(map(_key, now[0]), now[1], strict=True))
        found = ADDED if len(now[0]) > len(then[0]) else SAME
        for key, value in zip(map(_key, then[0]), then[1], strict=True):
            if key not in there:
                return CHANGED
            if not self._is_same(value, there[key]):
                if value is not None:
                    return CHANGED
                found = ADDED
        return found

    def _is_same(self, then: Any, now: Any) -> bool:
        """Whether one object in place of another holds the same.

        Of one that is still there it is told where it stands itself what it holds.
        """
        if then is now:
            return True
        if type(then) is not type(now):
            return False
        if id(type(then)) in PLAIN:
            return bool(then == now)
        kind, pair = _kind_of(then), (id(then), id(now))
        if pair in self._compared:  # they hold each other
            return True
        self._compared.add(pair)
        known = next((n.held for n in self._nodes if n.value is then), None)
        held = known or [part.read(then) for part in kind.parts]
        return bool(kind.parts) and all(
            self._difference(part.form, each, part.read(now)) == SAME
            for part, each in zip(kind.parts, held, strict=True)
        )


def is_still(value: Any) -> bool:
    """Whether nothing in a value of Python's own types can be changed."""
    found = type(value)
    if found is tuple or found is frozenset:
        return _are_plain(value) or all(map(is_still, value))
    return id(found) in PLAIN


def _are_plain(values: Any) -> bool:
    """Whether all of these are plain, or all hold what is plain: quick, and mostly so.

    A board is often the pairs of its squares, a line of play those of its actions.
    """
    found = {*map(id, map(type, values))}
    if found <= STILL:
        found = {*map(id, map(type, chain.from_iterable(values)))}
    return found <= PLAIN


def _nodes(state: Any, stop: Collection[int]) -> list[_Node]:
    """What a state is made of, from outside to inside."""
    nodes, seen, queue = [], {id(state)}, [(state, False)]
    for value, is_compared in queue:
        kind = _kind_of(value)
        held = [part.read(value) for part in kind.parts]
        compared = is_compared or kind.compares
        nodes.append(_Node(value, kind, held, compared))
        for members in chain.from_iterable(held):
            if PLAIN.issuperset(map(id, map(type, members))):
                continue
            for each in members:
                place = id(each)
                if place in seen or id(type(each)) in PLAIN or place in stop:
                    continue
                if len(queue) < MOST:
                    seen.add(place)
                    queue.append((each, compared))
    return nodes


def _key(value: Any) -> Any:
    return value if is_still(value) else (BY_IDENTITY, id(value))


class _Copying:
    """Copies of objects that hold each other; all else they hold as they did."""

    def __init__(self, nodes: list[_Node]) -> None:
        self._nodes = {id(node.value): node for node in nodes}
        frozen = (tuple, frozenset)
        self._copies = {
            id(node.value): _empty(node)
            for node in nodes
            if not any(node.kind.base is each for each in frozen)
        }
        for node in reversed(nodes):  # what is hashed has to be there before
            new = self.of(node.value)
            for part, held in zip(node.kind.parts, node.held, strict=True):
                if part.write is not None:
                    keys, values = ([*map(self.of, each)] for each in held)
                    part.write(new, (keys, values))

    def of(self, value: Any) -> Any:
        """The copy of an object, or itself."""
        place = id(value)
        if place not in self._nodes:
            return value
        if place not in self._copies:
            node = self._nodes[place]
            items = [*map(self.of, node.held[0][1])]
            self._copies[place] = node.kind.base.__new__(node.kind.owner, items)
        return self._copies[place]


def _empty(node: _Node) -> Any:
    """An object of the same class; the object itself where there can be no other."""
    kind = node.kind
    if id(kind.owner) in COPIED or kind.base is memoryview:
        return copy.copy(node.value)
    try:
        return kind.base.__new__(kind.owner)
    except TypeError:
        return node.value


_kinds: dict[int, _Kind] = {}


def _kind_of(value: Any) -> _Kind:
    found = type(value)
    kind = _kinds.get(id(found))
    if kind is None:
        kind = _kinds[id(found)] = _new_kind(found, value)
    return kind


def _new_kind(class_: type, value: Any) -> _Kind:
    mro = _mro_of(class_)
    if id(class_) in PLAIN or any(id(each) in OPAQUE for each in mro):
        return _Kind(class_)
    spaces = [*map(_space_of, mro)]
    bases = (each for each in mro if id(each) in _OF_CONTAINERS)
    base: Any = next(bases, object)
    parts = [_OF_CONTAINERS[id(base)]] if base is not object else []
    if base is object and _is_buffer(value, spaces):
        base, parts = memoryview, [_Part(IN_ORDER, _read_bytes, _write_bytes)]
    attributes = _attributes(mro, spaces)
    if attributes is not None:
        parts.append(attributes)
    return _Kind(class_, tuple(parts), base, _compares(spaces))


def _compares(spaces: list[Any]) -> bool:
    """Whether a class, or one it comes from, says in lines of its own what is equal.

    What `dataclass` writes compares all fields, as it is done without.
    """
    for space in spaces:
        if "__eq__" in space:
            found = space["__eq__"]
            if type(found) is not FunctionType:
                return False
            is_made = found.__code__.co_filename == "<string>"
            return not (is_made and "__dataclass_params__" in space)
    return False


def _attributes(mro: tuple[type, ...], spaces: list[Any]) -> _Part | None:
    """The part of an object's attributes, in its `__dict__` and in slots."""
    every = [space.get("__dict__") for space in spaces]
    dicts = [each for each in every if type(each) is GetSetDescriptorType]
    slots = [
        each
        for owner, space in zip(mro, spaces, strict=True)
        if _flags_of(owner) & MADE_IN_PYTHON
        for each in space.values()
        if type(each) is MemberDescriptorType
    ]
    if not dicts and not slots:
        return None

    def read(value: Any) -> Held:
        own = dicts[0].__get__(value) if dicts else {}
        names: list[Any] = [*dict.keys(own)]
        values = [*dict.values(own)]
        for slot in slots:
            try:
                values.append(slot.__get__(value))
            except AttributeError:  # nothing is there yet
                continue
            names.append(slot)
        return names, values

    def write(value: Any, held: Held) -> None:
        own = dicts[0].__get__(value) if dicts else {}
        for name in {*dict.keys(own)} - {*held[0]}:
            dict.__delitem__(own, name)
        for slot in {*read(value)[0]} & {*slots} - {*held[0]}:
            slot.__delete__(value)
        for name, each in zip(*held, strict=True):
            if type(name) is MemberDescriptorType:
                name.__set__(value, each)
            else:
                dict.__setitem__(own, name, each)

    return _Part(BY_KEY, read, write)


def _items(form: int, base: Any, fill: Any = None) -> _Part:
    """The part of what a container holds that has no keys."""

    def read(value: Any) -> Held:
        return [], [*base.__iter__(value)]

    def write(value: Any, held: Held) -> None:
        base.clear(value)
        fill(value, held[1])

    return _Part(form, read, write if fill else None)


def _pairs(base: Any) -> _Part:

    def read(value: Any) -> Held:
        return [*base.keys(value)], [*base.values(value)]

    def write(value: Any, held: Held) -> None:
        base.clear(value)
        for key, each in zip(*held, strict=True):
            base.__setitem__(value, key, each)

    return _Part(BY_KEY, read, write)


_OF_CONTAINERS = {
    id(list): _items(IN_ORDER, list, list.extend),
    id(deque): _items(IN_ORDER, deque, deque.extend),
    id(bytearray): _items(IN_ORDER, bytearray, bytearray.extend),
    id(set): _items(IN_NO_ORDER, set, set.update),
    id(tuple): _items(IN_ORDER, tuple),
    id(frozenset): _items(IN_NO_ORDER, frozenset),
    id(dict): _pairs(dict),
    id(OrderedDict): _pairs(OrderedDict),
}


def _is_buffer(value: Any, spaces: list[Any]) -> bool:
    """Whether a value is an array, whose bytes no method of a student's lends."""
    if any(type(space.get("__buffer__")) is FunctionType for space in spaces):
        return False
    try:
        memoryview(value).release()
    except TypeError:
        return False
    return True


def _read_bytes(value: Any) -> Held:
    """The bytes of an array of numbers; nothing of an array of anything else."""
    try:
        view = memoryview(value).cast("B")
    except (TypeError, ValueError):
        return [], []
    return [], [] if view.readonly else [view.tobytes()]


def _write_bytes(value: Any, held: Held) -> None:
    for each in held[1]:
        memoryview(value).cast("B")[:] = each
