"""What the text of a submission tells of why its calls may have gone wrong.

Each clue is a fact about a line as it stands there; what follows from it is for words.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autograder.observing.outcome import Fault, Outcome

if TYPE_CHECKING:  # most submissions are right, and say nothing of their lines
    from autograder.observing.sources import Place, Sources

ASSIGNED, UNCALLED, COMPARED, UNASKED = "assigned", "uncalled", "compared", "unasked"
UNBOUND = re.compile(r".*local variable '(\w+)' (?:referenced before|where it is not)")
NOT_CALLABLE = "object is not callable"
CALLED = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\s*\(")
TARGET = (  # of an assignment or a loop, a parameter, or what `:=` names
    r"\s*(?:for\s+)?(?:[\w.]+\s*[,=]\s*){{0,4}}{0}\s*(?:,[\w\s,.]{{0,40}})?(?::\s*\w+\s*)?"
    r"(?:[-+*/]?=(?!=)|\bin\b)|\s*def\b.*[(,]\s*{0}\s*[,:=)]|.*\(\s*{0}\s*:="
)
TURN, OVER_TEST = "to_move", "is_terminal"
ENDS = ("is_terminal", "is_cutoff", "is_quiet")
CODE = r"(?:[^#'\"]|'[^']*'|\"[^\"]*\")*"  # no comment, and no part of a text
AS_CONDITION = (
    CODE + r"\b(?:if|elif|while|not|and|or)\s+\(*game\.{0}\b(?!\s*(?:[(.]|[!=]=|is\b))"
)
IN_COMPARISON = (
    CODE + r"(?:\bgame\.{0}\s*(?:[!=]=|in\b)|[!=]=\s*game\.{0}\b(?!\s*[(.]))"
)


@dataclass(frozen=True, slots=True)
class Clue:
    """A fact about the text: its kind, the name that it is about, and the line.

    A name of Python's own is `ASSIGNED` to; a method of the game is `UNCALLED` where
    its answer should decide, or `COMPARED` in place of that; what is `UNASKED` stands
    nowhere.
    """

    kind: str
    name: str
    place: Place | None = None


def clues(
    outcomes: Iterable[Outcome], module: str, sources: Sources
) -> tuple[Clue, ...]:
    """What the text tells where calls of a module came to these outcomes."""
    faults = [each for each in outcomes if isinstance(each, Fault) and each.frames]
    found = [clue for fault in faults for clue in _assigned(fault, sources)]
    return tuple(dict.fromkeys((*found, *_of_the_game(f"{module}.py", sources))))


def called_in(fault: Fault) -> tuple[str, ...]:
    """The names that are called where a fault arose, but for methods.

    Where it is known which part of the line failed, they are those of that.
    """
    frame = fault.frames[-1]
    part = frame.source[frame.start : frame.end] or frame.source
    return tuple(dict.fromkeys(CALLED.findall(part)))


def _assigned(fault: Fault, sources: Sources) -> Iterator[Clue]:
    """The names of Python's own that the code has taken from itself."""
    for name in filter(is_builtin, _missed(fault)):
        pattern, frame = TARGET.format(name), fault.frames[-1]
        inside = sources.function(frame.file, frame.line)
        place = sources.first(frame.file, re.compile(pattern), inside)
        place = place or sources.first(frame.file, re.compile(rf"(?!\s)(?:{pattern})"))
        if place is not None:
            yield Clue(ASSIGNED, name, place)


def is_builtin(name: str) -> bool:
    """Whether Python itself has a function or a class of that name."""
    return callable(vars(builtins).get(name))


def _missed(fault: Fault) -> tuple[str, ...]:
    """The names of which one could not be read, or not be called."""
    unbound = UNBOUND.match(fault.message)
    if unbound:
        return (unbound[1],)
    is_told = fault.type == "TypeError" and fault.message.endswith(NOT_CALLABLE)
    names = called_in(fault) if is_told else ()
    return names[:1] if fault.frames[-1].end else names


def _of_the_game(file: str, sources: Sources) -> Iterator[Clue]:
    """What the text has in place of asking the game."""
    looked_for = [(UNCALLED, name, AS_CONDITION) for name in ENDS]
    for kind, name, pattern in (*looked_for, (COMPARED, TURN, IN_COMPARISON)):
        place = sources.first(file, re.compile(pattern.format(name)))
        if place is not None:
            yield Clue(kind, name, place)
    for name in (TURN, OVER_TEST):
        if not sources.mention(name):
            yield Clue(UNASKED, name)
