"""What makes a student's program right: the facts, and the sentences on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import Any

from autograder.observing.repairing import Change, PartWords, Repair
from autograder.observing.sources import Place
from autograder.text import listed

MOST_PLACES = 3
MOST_EITHER = 2  # lines of which it may be the one or the other
SAME_SIZE = 0.5  # in tokens, within which two repairs are as small as each other

BOUND = r"(?:alpha|beta|α|β|lo|hi|low|high|lower|upper|a|b)"
INFINITE = r"-?(?:float\(['\"]-?inf(?:inity)?['\"]\)|(?:math\.)?inf\b)"
DEPTH = r"\b(?:\w*(?:depth|plies|ply)\w*|d)\b"
OPERATORS = ("<", "<=", ">", ">=", "==", "!=")
NEW_CUT = r"if .*(?:<|>)=? .*:\s+(?:break|return)"
FOR_MIN = r"if [\w.]+\.to_move\(\w+\) == 'min':\n"  # and what MAX has, for MIN
NEW_BOUND = rf"(?:self\.)?({BOUND}) = (?:max|min)\((?:self\.)?\1, "
LEAVING = r"(?:if .*:\s+)?(?:break|return\b[^\n]*)"
GOING_ON = ("", "pass", "continue")
COPY = re.compile(
    r"\b(?:list|dict|set|copy\.copy)\((\w+)\)|(\w+)(?:\.copy\(\)|\[:\])"
    r"|\[\[\*row\] for row in (\w+)\]"
)
ANEW = r"[\w.]+ = (?:\[\]|\{\}|(?:list|dict|set)\(\))|\w+\.clear\(\)"


@dataclass(frozen=True, slots=True)
class Fix:
    """What one place of a program was, and what it becomes; either may be nothing."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Part:
    """A function that answers all `calls` rightly with changes in `lines`."""

    function: str
    mover: str  # "" where anybody may move
    calls: int
    lines: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """That a change in these lines makes tests right that the student sees."""

    lines: tuple[Place, ...]
    family: str  # what kind of change it is
    role: str  # what the line does in a search
    right: int
    of: int  # where these are more, something else is wrong, too
    either: bool = False  # a change in one of the lines
    parts: tuple[Part, ...] = ()  # calls of these are counted, and no tests
    words: PartWords | None = None  # what is told of them
    fixes: tuple[Fix, ...] = ()  # where the student may read them

    @property
    def has_several_lines(self) -> bool:
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

    @property
    def added(self) -> str:
        """What comes where nothing goes; else ""."""
        return "" if self.before else self.after

    def swapped(self) -> set[tuple[str, str]]:
        """The tokens that change, one for one; none where others come or go."""
        if len(self.old) != len(self.new):
            return set()
        return {(a, b) for a, b in zip(self.old, self.new, strict=True) if a != b}


def _tokens(text: str) -> list[str]:
    text = re.sub(INFINITE, lambda m: "-∞" if "-" in m[0] else "∞", text)
    return re.findall(r"-?∞|\w+|[<>=!]=|\*\*|//|[^\w\s]", text)


def _is_extremum(each: Difference) -> bool:
    if re.match(FOR_MIN, each.added):
        return True
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


def _is_other_bound(each: Difference) -> bool:
    pairs = each.swapped()
    bound = re.compile(BOUND)
    is_set = re.match(rf"{BOUND} = ", each.before)
    others = {pair for pair in pairs if all(map(bound.fullmatch, pair))}
    return bool(is_set and others) and pairs == others


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
    counted = rf"({DEPTH})(?: (?:[-+]|[<>=!]=|[<>]) \d+)?"
    old, new = (re.sub(counted, r"\1", text) for text in (each.before, each.after))
    return bool(re.search(DEPTH, old)) and old == new and each.before != each.after


def _is_handed_on(each: Difference) -> bool:
    bound = re.compile(
        r"alpha|beta|α|β|low|high|lower|upper|-|-?∞"
    )  # a may be an action
    old, new = (
        [t for t in tokens if not bound.fullmatch(t)] for tokens in (each.old, each.new)
    )
    is_call = re.search(r"\w\(", each.before) and not each.before.startswith("if ")
    return bool(is_call) and old == new and each.old != each.new


def _is_copy(each: Difference) -> bool:
    old, new = (COPY.sub(_what_is_copied, text) for text in (each.before, each.after))
    if each.before:
        return old == new != each.after != each.before
    return new != each.after and bool(re.fullmatch(r"(\w+) = \1", new))


def _what_is_copied(copy: re.Match[str]) -> str:
    return "".join(filter(None, copy.groups()))


def _is_range(each: Difference) -> bool:
    differing = {*each.old} ^ {*each.new}
    bounds = {"+", "-", ","}
    is_of_bounds = all(t in bounds or t.isdigit() for t in differing)
    return "range(" in each.before and each.before != each.after and is_of_bounds


def _is_of_first_window(each: Difference) -> bool:
    if re.fullmatch(r"first_(\w+), first_(\w+) = \(\1, \2\)", each.added):
        return True
    plain = each.after.replace("first_", "")
    within = re.match(r"if \w+ < \w+ < \w+:\s+", plain)
    is_guarded = within is not None and plain[within.end() :] == each.before != ""
    return is_guarded or plain == each.before != each.after


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
    "return": lambda each: each.after == f"return {each.before}",
    "terminal": lambda each: "is_terminal" in each.added.partition("\n")[0],
    "cut": lambda each: bool(re.match(NEW_CUT, each.added)),
    "bound": lambda each: (
        bool(re.match(NEW_BOUND, each.added)) or _is_other_bound(each)
    ),
    "handed on": _is_handed_on,
    "callee": _is_callee,
    "stop": lambda each: (
        bool(re.fullmatch(LEAVING, each.before)) and each.after in GOING_ON
    ),
    "mean": _is_mean,
    "depth": _is_depth,
    "copy": _is_copy,
    "kept": lambda each: bool(re.fullmatch(ANEW, each.added)),
    "index": _is_place,
    "range": _is_range,
    "window": _is_of_first_window,
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
    kinds = {
        next((name for name, holds in FAMILIES.items() if holds(each)), OTHER)
        for each in starmap(Difference, pairs)
    }
    return kinds.pop() if len(kinds) == 1 else OTHER


def role(changes: Sequence[Change]) -> str:
    """What the lines do: "cut" where they compare with a bound, "choice" and others."""
    texts = [f"{each.before}\n{each.after}" for each in changes]
    if all(re.search(rf"(?:<|>)=? *(?:\w+\.)?{BOUND}\b", text) for text in texts):
        return "cut"
    if all(re.match(r"\s*return\b", text) for text in texts):
        return "result"
    return "value"


# ── What is told ───────────────────────────────────────────────────────────────────


def as_small_as(first: Repair, repairs: Sequence[Repair]) -> list[Repair]:
    """The repairs that are as small as the first."""
    most = first.size + SAME_SIZE
    return [r for r in repairs if r.edits == first.edits and r.size <= most]


def may_be_told(repair: Repair) -> bool:
    """Whether it takes few changes, none of which is so large that it tells nothing."""
    return repair.edits <= MOST_PLACES and not repair.rewrites


def repairs_to_tell(repairs: Sequence[Repair]) -> tuple[tuple[Repair, ...], bool]:
    """The repair that is told, or the two of which either will do; none at all else."""
    first = repairs[0] if repairs else None
    if first is None or not may_be_told(first):
        return (), False
    equal = as_small_as(first, repairs)
    different = [first]
    for each in equal:
        if not any(are_near(each, e) or contains(each, e) for e in different):
            different.append(each)
    if len(different) == 1:
        return (first,), False
    if len(different) > MOST_EITHER or any(len(e.lines) > 1 for e in different):
        return (), False
    return tuple(different), True


def are_near(one: Repair, other: Repair) -> bool:
    """Whether two repairs stand in the same lines, or each line beside the other's."""
    pairs = zip(one.lines, other.lines, strict=False)
    return len(one.lines) == len(other.lines) and all(
        a[0] == b[0] and abs(a[1] - b[1]) <= 1 for a, b in pairs
    )


def contains(one: Repair, other: Repair) -> bool:
    """Whether all that another repair takes away stands within what one takes away."""
    return all(
        any(
            a.module == b.module
            and 0 <= b.line - a.line <= a.before.count("\n")
            and b.before in a.before
            for a in one.changes
        )
        for b in other.changes
    )


ALONE = "With a change in {} alone, {} right"
SEVERAL = "With changes in {}, {} right"
EITHER = "With a change in {} or in {}, {} right"
ALL = "all {} {} that you see are"
BOTH = "both {} that you see are"
ONE = "the one test that you see is"
LINE, LINES = "line {}", "lines {}"
IN_FILE = "line {} of {}"
PART = "A change in {} makes {} of {} {} right; something else is wrong, too"
OF_FUNCTION = "with {} in {}, {} answers all {} calls rightly"
OF_MOVER = "with {} in {}, {} chooses rightly in all {} calls where {} is to move"
CHANGES = "a change", "changes"
CALL = (
    "A call is on a small tree: a node that you see, and a ply or two below it. In "
    "higher trees something else may be wrong."
)
BRIEF = "With a small change, {} right"
BRIEF_PART = "all calls of {} by itself are"
ANOTHER = "another change"
KIND = "With a small change ({}), {} right"
INSTEAD, BEHIND, WITHOUT = "`{1}` in place of `{0}`", "behind it `{1}`", "without `{0}`"
# What the line does, by the role of the change, behind its family.
ROLES: Mapping[str, str] = {
    "cut": "where it cuts",
    "result": "in what is returned",
    "value": "where a value is made",
}
# By family, a question that leads to the change and does not give it away. A family
# that is not sure of it has none.
ASKS: Mapping[str, str] = {
    "extremum": "Who moves here, and does this player want the larger or the smaller?",
    "comparison": "What should happen here when both are equal, and when they are not?",
    "start value": "Can a value be beyond the one with which you begin?",
    "sign": "From whose side is this number seen: the player's or the opponent's?",
    "return": "What does the function give back to its caller on this path?",
    "terminal": "What must the function do first where the game is over?",
    "cut": "When is it known that the other children cannot matter any more?",
    "bound": "Which bound is better known once this child's value is there?",
    "handed on": "Between which bounds can the value of this child still matter?",
    "callee": "Who moves in this child, and which function is for that player?",
    "stop": "Can what is left still change the value when the loop ends here?",
    "mean": "How much does each value weigh, and what is the sum of the weights?",
    "block": "How often does this line run: once for each child, or once for all?",
    "order": "Which of these lines needs what another one has worked out?",
    "depth": "How many plies are left for the child, and where does the search stop?",
    "copy": "Does the caller still have what is changed here, or a part of it?",
    "kept": "What is still there from the call before?",
    "index": "The first place has the number 0: which one is meant here?",
    "range": "Which number comes first in this range, and which last?",
    "window": "What is known of a value outside of the window of this call?",
}
OTHERWISE = "What does this line do on the smallest example that fails?"


def title(
    explanation: Explanation, several: str = "trees", *, in_cells: bool = False
) -> str:
    """Where a change makes all right; `in_cells` always with the line's file."""
    several_files = len({each.file for each in explanation.lines}) > 1
    shown = IN_FILE if several_files or in_cells else LINE
    if explanation.parts:
        said, of_kind = [], explanation.words.sentences if explanation.words else {}
        for part in explanation.parts:
            change, mover = CHANGES[len(part.lines) > 1], part.mover.upper()
            row = change, _lines(part.lines, shown), part.function, part.calls
            name = f"{part.function}/{part.mover}".rstrip("/")
            sentence = of_kind.get(name, OF_MOVER if mover else OF_FUNCTION)
            said.append(sentence.format(*row, mover))
        told = "; ".join(said)
        return told[0].upper() + told[1:]
    lines = _lines(explanation.lines, shown)
    if explanation.right < explanation.of:
        return PART.format(lines, explanation.right, explanation.of, several)
    right = _all(explanation.of, several)
    if explanation.either:
        return EITHER.format(*_each(explanation.lines, shown), right)
    return (SEVERAL if explanation.has_several_lines else ALONE).format(lines, right)


def _each(lines: Sequence[Place], shown: str) -> tuple[str, ...]:
    return tuple([shown.format(each.line, each.file) for each in lines])


def _lines(lines: Sequence[Place], shown: str) -> str:
    if len(lines) == 1 or shown == IN_FILE:
        return listed(_each(lines, shown))
    return LINES.format(listed(tuple([str(each.line) for each in lines])))


def brief(explanation: Explanation, several: str = "trees") -> str:
    """That a change makes all right, and of what kind it is; its lines are not told."""
    if explanation.parts:
        names = dict.fromkeys(part.function for part in explanation.parts)
        right = BRIEF_PART.format(listed(tuple(names)))
    else:
        right = _all(explanation.of, several)
    if explanation.family not in ASKS:
        return BRIEF.format(right)
    return KIND.format(explanation.family, right)


def group(family: str, role: str) -> str:
    """What alike changes have in common: `comparison, where it cuts`."""
    kind = family if family in ASKS else ANOTHER
    return ", ".join(filter(None, (kind, ROLES.get(role, role))))


def places(explanation: Explanation) -> str:
    """The lines, file by file: `minimax.py:8, 21`."""
    by_file: dict[str, list[str]] = {}
    for each in explanation.lines:
        by_file.setdefault(each.file, []).append(str(each.line))
    return "; ".join(f"{file}:{', '.join(rows)}" for file, rows in by_file.items())


def _all(count: int, several: str) -> str:
    if count == 1:
        return ONE
    return BOTH.format(several) if count == 2 else ALL.format(count, several)


def rows(explanation: Explanation) -> tuple[str, ...]:
    """The lines as they stand, and what to write, where the student may read it."""
    lines = [f"{each.file}:{each.line}: {each.source}" for each in explanation.lines]
    note = explanation.words.note if explanation.words else CALL
    calls = (note,) if explanation.parts else ()
    for fix in explanation.fixes:
        before, after = (" ".join(text.split()) for text in (fix.before, fix.after))
        way = INSTEAD if before and after else BEHIND if after else WITHOUT
        lines.append(way.format(before, after))
    return (*calls, *lines)


def question_to_student(family: str) -> str:
    """What students may ask themselves at the lines of such a change."""
    return ASKS.get(family, OTHERWISE)
