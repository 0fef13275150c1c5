"""The line of a search by playouts to look at first.

What is wrong with its first wrong playout tells which part of the search made it: the
line is shown that does this part's work, where one line of the file does.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.kinds.entries import line_at
from autograder.kinds.playouts.judging import NONE, PlayoutResult, WrongPlayout
from autograder.observing.outcome import OVERRUN, Fault, Frame
from autograder.observing.sources import Place, Sources

if TYPE_CHECKING:  # most tests are right
    from autograder.drawing.replay import Line

CODE = r"(?!\s*(?:async\s+)?def\b)[^#]*?"  # what stands before; no head of a function
PLAYS = re.compile(rf"{CODE}(\b[\w.]*\.playout\()")
ADDS = re.compile(rf"{CODE}(\.(?:result|successors)\()")
SELECTS = (  # by a function of its name, or by what stands in its place
    re.compile(rf"{CODE}(\b\w*uc[bt]\w*\()", re.IGNORECASE),
    re.compile(rf"{CODE}(\bmax\([^#]*/)"),
    re.compile(rf"{CODE}(\blog\()"),
)
CREDITS = re.compile(r"\s*([\w.\[\]\"']+\s*[+-]=(?!\s*[\d\[(])[^#]*)")
COUNTS = re.compile(r"\s*((?:for|while)\b[^#]*(?:\brange\(|iter|[<>])[^#]*)")
CHOICE = re.compile(r"\b(?:max|min|sorted)\(")
NAMES = re.compile(r"(?<![\w.])\w+")
CHOOSES = re.compile(r"\s*\w+\s*=(?!=)[^#]*?(\b(?:max|min|sorted)\()")
RETURNS = re.compile(r"\s*(return\b\s*[^\s#][^#]*)")


def line_of(result: PlayoutResult, folder: Path) -> Line | None:
    """Where the call broke off; or of what is wrong the line that does it.

    Where no one line does that, it is the head of the search.
    """
    outcome, question = result.came, result.test.question
    sources, module = Sources(folder), f"{question.module}.py"
    head = sources.computing(module, question.search)
    if isinstance(outcome, Fault) and outcome.kind != OVERRUN:
        return line_at(outcome.frames[-1] if outcome.frames else None)
    if head is None:
        return None
    if isinstance(outcome, Fault):
        return line_at(_counting(sources, head))
    place: Place | Frame = _of_the_part(result.wrong, sources, head) or head
    return line_at(place)


def _of_the_part(
    wrong: WrongPlayout | None, sources: Sources, head: Place
) -> Place | None:
    """The line of that part of the search which made the first wrong playout."""
    file, within = head.file, sources.function(head.file, head.line)
    if wrong is None:  # all playouts are right, and the action is not
        return _choosing(sources, file, within)
    if NONE in (wrong.seen, wrong.wanted):
        return _counting(sources, head) if wrong.iteration > 1 else None
    if wrong.credit is not None:
        return _crediting(sources, file)
    if NONE in (wrong.tried, wrong.due):
        return _at(sources, sources.every(file, PLAYS))
    if wrong.after:  # it went on to what is in the tree
        found = (_at(sources, sources.every(file, each)) for each in SELECTS)
        return next(filter(None, found), None)
    return _at(sources, sources.every(file, ADDS))


def _counting(sources: Sources, head: Place) -> Place | None:
    """The loop of the search that makes its iterations."""
    within = sources.function(head.file, head.line)
    return next(iter(sources.every(head.file, COUNTS, within)), None)


def _choosing(sources: Sources, file: str, within: range) -> Place | None:
    """The last line that returns something, or the choice that is made for it."""
    returns = sources.every(file, RETURNS, within)
    if not returns:
        return None
    if CHOICE.search(returns[-1].source):
        return returns[-1]
    before, last = [within.start, *(each.line for each in returns)][-2:]
    chosen = sources.every(file, CHOOSES, range(before + 1, last))
    named = {*NAMES.findall(returns[-1].source)}
    used = [each for each in chosen if each.source.partition("=")[0].strip() in named]
    return used[-1] if used else returns[-1]


def _crediting(sources: Sources, file: str) -> Place | None:
    """The line that credits a payoff; of several the test that chooses among them."""
    found = sources.every(file, CREDITS)
    if len(found) < 2 or not _is_one_function(sources, found):
        return found[0] if len(found) == 1 else None
    return sources.choosing(found[0])


def _at(sources: Sources, places: tuple[Place, ...]) -> Place | None:
    """The only one of these lines, or the head of the only function that has them."""
    if len(places) < 2 or not _is_one_function(sources, places):
        return places[0] if len(places) == 1 else None
    return sources.place(places[0].file, _around(sources, places[0]).start)


def _is_one_function(sources: Sources, places: tuple[Place, ...]) -> bool:
    return len({_around(sources, each) for each in places}) == 1


def _around(sources: Sources, place: Place) -> range:
    return sources.function(place.file, place.line)
