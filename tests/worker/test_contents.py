"""What a state holds: a change is seen and put back, and nothing of it is run."""

from __future__ import annotations

import array
import threading
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple

from autograder.worker.contents import ADDED, CHANGED, SAME, Contents, is_still
from tests.cases import for_each


class Thing:
    """An object with attributes."""

    def __init__(self, **attributes: Any) -> None:
        vars(self).update(attributes)


class Slotted:
    """An object with slots, one of which may be empty."""

    __slots__ = ("board", "later")

    def __init__(self, board: Any) -> None:
        self.board = board


class Compared(Thing):
    """An object whose author has said what is equal."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Frozen:
    """What keeps what it has found."""

    board: list[int] = field(default_factory=lambda: [1, 2])

    @cached_property
    def total(self) -> int:
        """What all squares are worth."""
        return sum(self.board)


class Pair(NamedTuple):
    """A tuple with a name."""

    board: list[Any]
    turn: str


class Mark(Enum):
    """Of a square."""

    FREE = 0
    CROSS = 1


class Board(list[Any]):
    """A list with attributes and with methods of its own."""

    def __iter__(self) -> Any:
        raise AssertionError

    def __len__(self) -> int:
        raise AssertionError


def ring() -> Thing:
    """Two objects that know each other."""
    one = Thing(size=1)
    one.next = Thing(size=2, next=one)  # type: ignore[attr-defined]
    return one


def turned(state: Thing) -> None:
    """The second of a ring has another size."""
    state.next.size = 3  # type: ignore[attr-defined]


CHANGES: list[tuple[Callable[[], Any], Callable[[Any], Any], int]] = [
    (lambda: [[1], [2]], lambda s: s[0].append(3), CHANGED),
    (lambda: [[1], [2]], lambda s: s.reverse(), CHANGED),
    (lambda: [[1], [2]], lambda s: s[0].append(s[0].pop()), SAME),
    (lambda: [[1], [2]], lambda s: s.__setitem__(0, [1]), SAME),
    (lambda: [[1], [2]], lambda s: s.__setitem__(0, [True]), CHANGED),
    (lambda: ([1], "x"), lambda s: s[0].clear(), CHANGED),
    (lambda: Pair([1], "x"), lambda s: s.board.clear(), CHANGED),
    (lambda: {1, 2}, lambda s: s.add(3), CHANGED),
    (lambda: {1, 2}, lambda s: (s.remove(1), s.add(1)), SAME),
    (lambda: {"a": 1}, lambda s: s.update(b=2), ADDED),
    (lambda: {"a": None}, lambda s: s.update(a=2), ADDED),
    (lambda: {"a": 1}, lambda s: s.update(a=2), CHANGED),
    (lambda: {"a": 1, "b": 2}, lambda s: s.update(a=s.pop("a")), SAME),
    (lambda: {"a": 1}, lambda s: s.clear(), CHANGED),
    (lambda: OrderedDict(a=1, b=2), lambda s: s.popitem(), CHANGED),
    (lambda: defaultdict(list, a=[1]), lambda s: s["b"], ADDED),
    (lambda: deque([1, 2], maxlen=2), lambda s: s.append(3), CHANGED),
    (lambda: bytearray(b"ab"), lambda s: s.extend(b"c"), CHANGED),
    (lambda: array.array("i", [1, 2]), lambda s: s.__setitem__(0, 5), CHANGED),
    (lambda: Thing(turn="max"), lambda s: setattr(s, "turn", "min"), CHANGED),
    (lambda: Thing(found=None), lambda s: setattr(s, "found", 1), ADDED),
    (Thing, lambda s: setattr(s, "found", 1), ADDED),
    (lambda: Thing(turn="max"), lambda s: delattr(s, "turn"), CHANGED),
    (lambda: Slotted([1]), lambda s: s.board.append(2), CHANGED),
    (lambda: Slotted([1]), lambda s: setattr(s, "later", 2), ADDED),
    (lambda: Slotted([1]), lambda s: delattr(s, "board"), CHANGED),
    (lambda: Compared(board=[1]), lambda s: s.board.append(2), ADDED),
    (Frozen, lambda s: s.total, ADDED),
    (Frozen, lambda s: s.board.append(3), CHANGED),
    (lambda: [Mark.FREE], lambda s: s.__setitem__(0, Mark.CROSS), CHANGED),
    (lambda: Board([1]), lambda s: s.append(2), CHANGED),
    (lambda: Board([1]), lambda s: setattr(s, "found", 2), ADDED),
    (ring, turned, CHANGED),
]


def told(value: Any, seen: tuple[int, ...] = ()) -> Any:
    """A value written out, whatever it is made of."""
    if id(value) in seen:
        return "again"
    seen = (*seen, id(value))
    if isinstance(value, dict):
        return [(key, told(each, seen)) for key, each in sorted(value.items())]
    if isinstance(value, (list, tuple, deque)):
        items = list.__iter__(value) if isinstance(value, list) else iter(value)
        return [told(each, seen) for each in items]
    slots = [n for n in getattr(value, "__slots__", ()) if hasattr(value, n)]
    parts = {**getattr(value, "__dict__", {}), **{n: getattr(value, n) for n in slots}}
    return repr(value) if isinstance(value, Enum) or not parts else told(parts, seen)


@for_each("make, change, expected", CHANGES)
def test_a_change_is_seen_and_put_back(
    make: Callable[[], Any], change: Callable[[Any], Any], expected: int
) -> None:
    """What comes beside what was there, or in place of None, is only ADDED."""
    state = make()
    contents, before = Contents(state), told(state)
    assert contents.change() == SAME
    change(state)
    assert contents.change() == expected
    contents.put_back()
    assert told(state) == before
    assert contents.change() == SAME


def test_the_same_objects_are_put_back() -> None:
    """Not equal ones."""
    rows = [[1], [2]]
    state = Thing(rows=rows, mark=Mark.FREE)
    contents = Contents(state)
    state.rows = [[9]]  # type: ignore[attr-defined]
    rows[0].clear()
    contents.put_back()
    assert state.rows is rows  # type: ignore[attr-defined]
    assert rows == [[1], [2]]


def test_what_shares_a_change_is_set_apart() -> None:
    """A shallow copy keeps what it held; what has not changed stays the same object."""
    player, rows = Thing(name="max"), [["."], ["."]]
    state = Thing(rows=rows, turn=player)
    contents = Contents(state)
    longer = Thing(rows=rows[:], turn=player)
    longer.rows[0][0] = "X"  # type: ignore[attr-defined]
    apart = contents.apart(longer)
    contents.put_back()
    assert (rows, apart.rows) == ([["."], ["."]], [["X"], ["."]])
    assert apart.rows[1] is rows[1]
    assert apart.turn is player
    assert type(apart) is Thing


def test_the_state_itself_is_set_apart() -> None:
    """Where a function changes what it is given, and returns that."""
    for state in ([[1]], Thing(rows=[1]), Slotted([1]), ring(), ([1], "x"), deque([1])):
        contents, before = Contents(state), told(state)
        inner: Any = state
        if isinstance(state, (list, deque)):
            inner.append(5)
        elif isinstance(state, tuple):
            state[0].append(5)
        elif isinstance(state, Slotted):
            state.board.append(5)
        else:
            inner.size = 5
        after = told(state)
        apart = contents.apart(state)
        contents.put_back()
        assert told(state) == before
        assert told(apart) == after or isinstance(state, Thing)
        assert apart is not state


def test_what_has_no_part_in_a_change_is_itself() -> None:
    """Also where it knows the state before, at which one is to stop."""
    before = Thing(board=[1])
    contents = Contents(before, {id(before)})
    longer = Thing(board=[1, 2], parent=before)
    before.board.append(3)  # type: ignore[attr-defined]
    assert contents.apart(longer) is longer


def test_nothing_of_a_state_is_run() -> None:
    """No method, no property, and nothing of a metaclass."""

    def never(*_: Any) -> Any:
        raise AssertionError

    names = (
        "eq hash copy deepcopy reduce reduce_ex getstate setstate repr iter len bool"
    )
    methods = {f"__{name}__": never for name in f"{names} getattribute".split()}
    meta = type("Meta", (type,), {"__eq__": never, "__hash__": never})
    made = meta("State", (), {**methods, "board": property(never)})
    state = object.__new__(made)
    attributes = object.__getattribute__(state, "__dict__")
    attributes["squares"] = squares = [1]
    contents = Contents((state, [state]))
    squares.append(2)
    assert contents.change() == ADDED  # it says itself which are equal
    apart = contents.apart([state])
    contents.put_back()
    assert squares == [1]
    assert object.__getattribute__(apart[0], "__dict__")["squares"] == [1, 2]


def test_what_cannot_be_looked_into_is_left() -> None:
    """A lock, a generator, a module, a function and a class are what they are."""
    state = Thing(
        lock=threading.Lock(),
        moves=(n for n in range(3)),
        module=threading,
        rule=lambda: 1,
        owner=Thing,
    )
    contents = Contents(state)
    next(state.moves)  # type: ignore[attr-defined]
    Thing.count = 1  # type: ignore[attr-defined]
    assert contents.change() == SAME
    del Thing.count  # type: ignore[attr-defined]


def test_a_large_state_is_looked_at_up_to_a_bound() -> None:
    """A chain of a hundred thousand objects needs no deep recursion."""
    first = last = Thing()
    for _ in range(100_000):
        last.next = Thing()  # type: ignore[attr-defined]
        last = last.next  # type: ignore[attr-defined]
    contents = Contents(first)
    first.next.size = 2  # type: ignore[attr-defined]
    assert contents.change() == ADDED
    contents.put_back()
    assert not hasattr(first.next, "size")  # type: ignore[attr-defined]


STILL: tuple[Any, ...] = (
    1,
    "a",
    None,
    (),
    (1, 2),
    ((1, 2), (3,)),
    (1, (2, (3, frozenset("a")))),
)
NOT_STILL: tuple[Any, ...] = (
    [],
    ([],),
    (1, []),
    ((1, 2), ([],)),
    ((1, (2, [])),),
    (frozenset({object()}),),
)


def test_what_nothing_can_change() -> None:
    """Tuples and frozen sets of numbers and texts, however deep; no list in them."""
    assert [value for value in STILL if not is_still(value)] == []
    assert [value for value in NOT_STILL if is_still(value)] == []
