"""The words on a repair: in which lines a change makes all right, and a question."""

from __future__ import annotations

from collections.abc import Mapping

from autograder.teaching.explanation import Explanation
from autograder.text import listed

ALONE = "With a change in {} alone, {} right"
SEVERAL = "With changes in {}, {} right"
EITHER = "With a change in {} or in {}, {} right"
ALL = "all {} {} that you see are"
BOTH = "both {} that you see are"
ONE = "the one test that you see is"
LINE = "line {}"
IN_FILE = "line {} of {}"
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


def title(
    explanation: Explanation, several: str = "trees", *, in_cells: bool = False
) -> str:
    """Where a change makes all right, in one sentence without its full stop.

    `in_cells` it says of which file a line is, even where there is only one.
    """
    files = {each.file for each in explanation.lines}
    shown = LINE if len(files) == 1 and not in_cells else IN_FILE
    lines = [shown.format(each.line, each.file) for each in explanation.lines]
    right = _all(explanation.of, several)
    if explanation.either:
        return EITHER.format(*lines, right)
    if len(lines) == 1:
        return ALONE.format(lines[0], right)
    return SEVERAL.format(listed(tuple(lines)), right)


def _all(count: int, several: str) -> str:
    if count == 1:
        return ONE
    return BOTH.format(several) if count == 2 else ALL.format(count, several)


def lines(explanation: Explanation) -> tuple[str, ...]:
    """The lines as they stand, and the question."""
    rows = [f"{each.file}:{each.line}: {each.source}" for each in explanation.lines]
    return *rows, asks(explanation)


def asks(explanation: Explanation) -> str:
    """What students may ask themselves at these lines."""
    return ASKS.get(explanation.family, OTHERWISE)
