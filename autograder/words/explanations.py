"""The words on a repair: in which lines a change makes all right, and a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograder.teaching.explanation import Explanation, Line
from autograder.text import listed

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
CALL = "A call is on a small tree: a node that you see, and a ply or two below it."
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
    "callee": "Who moves in this child, and which function is for that player?",
    "stop": "Can what is left still change the value when the loop ends here?",
    "mean": "How much does each value weigh, and what is the sum of the weights?",
    "block": "How often does this line run: once for each child, or once for all?",
    "order": "Which of these lines needs what another one has worked out?",
    "depth": "How many plies are left for the child, and where does the search stop?",
    "copy": "Does this change the very object that the caller still has?",
    "kept": "What is still there from the call before?",
    "index": "The first place has the number 0: which one is meant here?",
    "range": "Which number comes first in this range, and which last?",
}
OTHERWISE = "What does this line do on the smallest tree that fails?"


def title(
    explanation: Explanation, several: str = "trees", *, in_cells: bool = False
) -> str:
    """Where a change makes all right, in one sentence without its full stop.

    `in_cells` it says of which file a line is, even where there is only one.
    """
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
    return (SEVERAL if explanation.several else ALONE).format(lines, right)


def _each(lines: Sequence[Line], shown: str) -> tuple[str, ...]:
    return tuple([shown.format(each.line, each.file) for each in lines])


def _lines(lines: Sequence[Line], shown: str) -> str:
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


def asks(family: str) -> str:
    """What students may ask themselves at the lines of such a change."""
    return ASKS.get(family, OTHERWISE)
