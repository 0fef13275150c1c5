"""How many lines of play a student's game has by length, beside how many there are.

Chess programmers call it perft: at the first length whose counts differ, those behind
each first action tell where to look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.kinds.game.answers import PlayAnswers, Reached
from autograder.kinds.game.observing import SeenLine, items_of
from autograder.kinds.game.question import Walk
from autograder.observing.outcome import Returned
from autograder.worker.seven import ACTIONS, TERMINAL

Pair = tuple[int, int]  # lines of the student's game, and of the right one


@dataclass(frozen=True, slots=True)
class Count:
    """How many lines of one length there are behind each first action, by its name.

    Of a test with openings it is behind each of these.
    """

    plies: int
    by_action: tuple[tuple[str, Pair], ...]

    @property
    def lines(self) -> Pair:
        """How many there are in all."""
        pairs = [pair for _, pair in self.by_action]
        return sum(said for said, _ in pairs), sum(right for _, right in pairs)

    @property
    def differs(self) -> bool:
        """Whether there are more than there should be, or fewer."""
        said, right = self.lines
        return said != right


def counts(
    test: Walk, answers: PlayAnswers, lines: Sequence[SeenLine]
) -> tuple[Count, ...]:
    """The counts of a walk by length, up to the first that differs; () where none does.

    Beyond that length the walk has not followed the student's own actions. A state of
    which `is_terminal` says True has no actions, whatever `actions` says. Without a
    first state nothing is counted.
    """
    if not lines or lines[0].made is not None:
        return ()
    found = []
    for length in range(max(map(len, test.openings), default=0), test.longest + 1):
        level = [seen for seen in lines if len(seen.line.actions) == length]
        found.append(_count(test, answers, level, length))
        if found[-1].differs:
            return tuple(found)
    return ()


def _count(
    test: Walk, answers: PlayAnswers, level: Sequence[SeenLine], length: int
) -> Count:
    """The lines that go on from those of a length by one action."""
    found: dict[str, Pair] = {}
    for seen in level:
        for name, (said, right) in _longer(test, answers, seen):
            before = found.get(name, (0, 0))
            found[name] = before[0] + said, before[1] + right
    return Count(length + 1, tuple(found.items()))


def _longer(
    test: Walk, answers: PlayAnswers, seen: SeenLine
) -> Iterator[tuple[str, Pair]]:
    """How many actions there are behind a line, by what it is counted under."""
    at, line = answers.positions[seen.line.position], seen.line
    said = _said(seen)
    if line.actions:
        yield _begins(test, line), (len(said), len(at.actions))
        return
    named = dict(zip(map(repr, at.actions), at.names, strict=True))
    right = dict.fromkeys(named, 1)
    for action in dict.fromkeys((*right, *said)):
        pair = said.count(action), right.get(action, 0)
        yield named.get(action, action), pair


def _begins(test: Walk, line: Reached) -> str:
    """How a line begins: with its first action, or with an opening."""
    most = max(1, *map(len, ((), *test.openings)))
    return ", ".join(line.said[:most])


def _said(seen: SeenLine) -> list[str]:
    """The actions that a student's game has behind a line, as Python writes them."""
    if seen.made is not None or seen.says[TERMINAL] == Returned("bool", text="True"):
        return []
    items = items_of(seen.says[ACTIONS])
    return [] if items is None else [*map(repr, items)]
