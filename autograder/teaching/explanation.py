"""What makes a student's program right: lines, and what kind of change it takes.

The kind is read from the difference of the two programs, and not from the family of the
edit: `v >= beta` may come to the same as `v > beta` by more ways than one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.observing.repairing import Change, PartWords, Repair

MOST_PLACES = 3
MOST_EITHER = 2  # lines of which it may be the one or the other
SAME_SIZE = 0.5  # in tokens, within which two repairs are as small as each other

BOUND = r"(?:alpha|beta|α|β|lo|hi|low|high|lower|upper|a|b)"
INFINITE = r"-?(?:float\(['\"]-?inf(?:inity)?['\"]\)|(?:math\.)?inf\b)"
OPERATORS = ("<", "<=", ">", ">=", "==", "!=")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the student's file, with its text."""

    file: str
    line: int
    source: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What one place of a program was, and what it becomes; either may be nothing."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Part:
    """A function that answers all of so many `calls` rightly with changes in `lines`.

    They are those in which this player moves, "" where anybody may.
    """

    function: str
    mover: str
    calls: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """That a change in these lines makes so many tests right that the student sees.

    These are all; or, where not, something else is wrong, too. With `parts` it is no
    test that is counted, but the calls of functions by themselves. Where `either` is
    said it is a change in one of them, and not in all. `family` says
    what kind of change it is, `role` what the line does in a search. The `fixes` are
    the changes themselves, where the student may read them.
    """

    lines: tuple[Line, ...]
    family: str
    role: str
    right: int
    of: int
    either: bool = False
    parts: tuple[Part, ...] = ()
    words: PartWords | None = None
    fixes: tuple[Fix, ...] = ()

    @property
    def several(self) -> bool:
        """Whether it is more than one line."""
        return len(self.lines) > 1

    def as_json(self) -> dict[str, Any]:
        """What programs read; a contract."""
        return {
            "lines": [each.line for each in self.lines],
            "family": self.family,
            "role": self.role,
            "right": self.right,
            "of": self.of,
        }


# ── Kinds of difference ────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Difference:
    """One line that gives way to another, as tokens that differ."""

    before: str
    after: str

    @property
    def old(self) -> list[str]:
        """The tokens of what goes."""
        return _tokens(self.before)

    @property
    def new(self) -> list[str]:
        """The tokens of what comes."""
        return _tokens(self.after)

    def swapped(self) -> set[tuple[str, str]]:
        """The tokens that change, one for one; none where others come or go."""
        if len(self.old) != len(self.new):
            return set()
        return {(a, b) for a, b in zip(self.old, self.new, strict=True) if a != b}


def _tokens(text: str) -> list[str]:
    text = re.sub(INFINITE, lambda m: "-∞" if "-" in m[0] else "∞", text)
    return re.findall(r"-?∞|\w+|[<>=!]=|\*\*|//|[^\w\s]", text)


def _is_extremum(each: Difference) -> bool:
    pairs = each.swapped()
    return bool(pairs) and pairs <= {("max", "min"), ("min", "max")}


def _is_comparison(each: Difference) -> bool:
    pairs = each.swapped()
    return bool(pairs) and all({*pair} <= {*OPERATORS} for pair in pairs)


def _is_start(each: Difference) -> bool:
    number = re.fullmatch(r"([\w, .]+ = ).*(?:-?[\d.e]+|∞).*", " ".join(each.old))
    infinite = {"∞", "-∞"} & {*each.new} - {*each.old}
    return bool(number and infinite and " ".join(each.new).startswith(number[1]))


def _is_sign(each: Difference) -> bool:
    old, new = ([t for t in tokens if t != "-"] for tokens in (each.old, each.new))
    has_call = "(" in old or each.before.startswith("return")
    return old == new and each.old != each.new and has_call


def _is_return(each: Difference) -> bool:
    return each.after == f"return {each.before}"


def _is_end(each: Difference) -> bool:
    return not each.before and "is_terminal" in each.after.partition("\n")[0]


def _is_new_cut(each: Difference) -> bool:
    test = r"if .*(?:<|>)=? .*:\s+(?:break|return)"
    return not each.before and bool(re.match(test, each.after))


def _is_bound(each: Difference) -> bool:
    new = rf"(?:self\.)?({BOUND}) = (?:max|min)\((?:self\.)?\1, "
    return not each.before and bool(re.match(new, each.after))


def _is_other_bound(each: Difference) -> bool:
    pairs = each.swapped()
    bound = re.compile(BOUND)
    is_set = re.match(rf"{BOUND} = ", each.before)
    others = {pair for pair in pairs if all(map(bound.fullmatch, pair))}
    return bool(is_set and others) and pairs == others


def _is_stop(each: Difference) -> bool:
    leaves = re.compile(r"(?:if .*:\s+)?(?:break|return\b[^\n]*)")
    is_one = bool(leaves.fullmatch(each.before))
    return is_one and each.after in ("", "pass", "continue")


def _is_callee(each: Difference) -> bool:
    pairs = each.swapped()
    calls = {name for name, _ in re.findall(r"(\w+)(\()", each.before + each.after)}
    players = all(re.search("max|min", a + b, re.IGNORECASE) for a, b in pairs)
    return bool(pairs) and players and all({*pair} <= calls for pair in pairs)


def _is_mean(each: Difference) -> bool:
    weighs = {"*", "/", "//"}
    if each.swapped():
        return all({*pair} <= weighs for pair in each.swapped())
    count = len(each.old)
    return each.new[:count] == each.old and {*each.new[count : count + 1]} <= weighs


def _is_depth(each: Difference) -> bool:
    words = r"depth|plies|ply|\bd\b"
    has_depth = re.search(words, each.before) and re.search(words, each.after)
    return bool(has_depth) and {*each.old} ^ {*each.new} <= {"-", "+", "1", "0", "2"}


def _is_copy(each: Difference) -> bool:
    copy = r"list\((\w+)\)|(\w+)\.copy\(\)|\[\[\*row\] for row in (\w+)\]"
    shared = re.sub(copy, lambda m: m[1] or m[2] or m[3], each.after)
    if each.before:
        return shared == each.before != each.after
    return shared != each.after and bool(re.fullmatch(r"(\w+) = \1", shared))


def _is_kept(each: Difference) -> bool:
    anew = r"[\w.]+ = (?:\[\]|\{\}|(?:list|dict|set)\(\))|\w+\.clear\(\)"
    return not each.before and bool(re.fullmatch(anew, each.after))


def _is_range(each: Difference) -> bool:
    differing = {*each.old} ^ {*each.new}
    bounds = {"+", "-", ","}
    is_of_bounds = all(t in bounds or t.isdigit() for t in differing)
    return "range(" in each.before and each.before != each.after and is_of_bounds


def _is_place(each: Difference) -> bool:
    pairs = each.swapped()
    places = r"\[-?\d+\]"
    same = re.sub(places, "[]", each.before) == re.sub(places, "[]", each.after)
    return bool(pairs) and same


# By family, from the surest, what shows it; the first that holds is told.
FAMILIES: Mapping[str, Callable[[Difference], bool]] = {
    "extremum": _is_extremum,
    "comparison": _is_comparison,
    "start value": _is_start,
    "sign": _is_sign,
    "return": _is_return,
    "terminal": _is_end,
    "cut": _is_new_cut,
    "bound": lambda each: _is_bound(each) or _is_other_bound(each),
    "callee": _is_callee,
    "stop": _is_stop,
    "mean": _is_mean,
    "depth": _is_depth,
    "copy": _is_copy,
    "kept": _is_kept,
    "index": _is_place,
    "range": _is_range,
}
# Lines that stand elsewhere: further in or out, or before others.
BLOCK, ORDER = "block", "order"
OTHER = "other"
# Those that tell of a fault for sure, where other faults are left.
SURE_OF_PART = frozenset({"sign", "return", "terminal", "bound", "extremum"})


def family(changes: Sequence[Change]) -> str:
    """What kind of change it is in all of these places; "other" where they differ."""
    gone, come = ([getattr(c, k).strip() for c in changes] for k in ("before", "after"))
    if sorted(gone) == sorted(come):
        return BLOCK if gone == come else ORDER
    pairs = zip(gone, come, strict=True)
    kinds = {_family(Difference(before, after)) for before, after in pairs}
    return kinds.pop() if len(kinds) == 1 else OTHER


def _family(each: Difference) -> str:
    return next((name for name, holds in FAMILIES.items() if holds(each)), OTHER)


def role(changes: Sequence[Change]) -> str:
    """What the lines do: "cut" where they compare with a bound, "choice" and others."""
    texts = [f"{each.before}\n{each.after}" for each in changes]
    if all(re.search(rf"(?:<|>)=? *(?:\w+\.)?{BOUND}\b", text) for text in texts):
        return "cut"
    if all(re.match(r"\s*return\b", text) for text in texts):
        return "result"
    return "value"


# ── What is told ───────────────────────────────────────────────────────────────────


def told(repairs: Sequence[Repair]) -> tuple[tuple[Repair, ...], bool]:
    """The repair that is told, or the two of which either will do; none at all else.

    Those that are as small as the smallest must stand in its lines, or in one other.
    """
    if not repairs or repairs[0].edits > MOST_PLACES or repairs[0].rewrites:
        return (), False
    first = repairs[0]
    equal = [
        each
        for each in repairs
        if each.edits == first.edits and each.size <= first.size + SAME_SIZE
    ]
    others = [each for each in equal if not are_near(each, first)]
    by_lines = {each.lines: each for each in (*others, first)}
    if len(by_lines) == 1:
        return (first,), False
    if len(by_lines) > MOST_EITHER or len(first.lines) > 1:
        return (), False
    others = [each for lines, each in by_lines.items() if lines != first.lines]
    return (first, *others), True


def are_near(one: Repair, other: Repair) -> bool:
    """Whether two repairs stand in the same lines, or each line beside the other's."""
    pairs = zip(one.lines, other.lines, strict=False)
    return len(one.lines) == len(other.lines) and all(
        a[0] == b[0] and abs(a[1] - b[1]) <= 1 for a, b in pairs
    )
