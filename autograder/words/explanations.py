"""The words on a repair: in which lines a change makes all right, and a question."""

from __future__ import annotations

from collections.abc import Mapping

from autograder.teaching.explanation import Explanation, Fix
from autograder.text import listed

ALONE = "With a change in {} alone, {} right"
SEVERAL = "With changes in {}, {} right"
EITHER = "With a change in {} or in {}, {} right"
ALL = "all {} {} that you see are"
BOTH = "both {} that you see are"
ONE = "the one test that you see is"
LINE = "line {}"
IN_FILE = "line {} of {}"
BRIEF = "With a small change, {} right"
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
    "depth": "How many plies are left for the child, and where does the search stop?",
}
OTHERWISE = "What does this line do on the smallest tree that fails?"


def title(explanation: Explanation, several: str = "trees") -> str:
    """Where a change makes all right, in one sentence without its full stop."""
    files = {each.file for each in explanation.lines}
    shown = LINE if len(files) == 1 else IN_FILE
    lines = [shown.format(each.line, each.file) for each in explanation.lines]
    right = _all(explanation.of, several)
    if explanation.either:
        return EITHER.format(*lines, right)
    if len(lines) == 1:
        return ALONE.format(lines[0], right)
    return SEVERAL.format(listed(tuple(lines)), right)


def brief(explanation: Explanation, several: str = "trees") -> str:
    """That a change makes all right, and of what kind it is; its lines are not told."""
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
    return (*lines, *map(_fix, explanation.fixes))


def _fix(fix: Fix) -> str:
    """One change, in one line."""
    before, after = (_in_one_line(text) for text in (fix.before, fix.after))
    way = INSTEAD if before and after else BEHIND if after else WITHOUT
    return way.format(before, after)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def asks(family: str) -> str:
    """What students may ask themselves at the lines of such a change."""
    return ASKS.get(family, OTHERWISE)
