"""How long a test may take: a share of its limit, once others were seen not to end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from autograder.assignment.questions import AnyQuestion, Hurried, Limits
from autograder.observing.outcome import HURRIED, LATE, Fault, Outcome, is_out_of_time

ENDLESS = 2  # time-outs in one function, after which tests of the question are hurried
WAITS = 1  # by waiting, which takes longer, after which those of all questions are
SHARE = 0.1  # of the limit, for a test that is
GLANCE = 0.02  # likewise, where no test of the question has ended so far
WINK = 0.005  # of the clock's limit, in a glance at what has waited before
PATIENCE = 0.1  # of the clock's limit, before the first test of all is taken to wait

Where = tuple[str, str, str]  # a question, a file, and a function of it


class Haste:
    """Which functions of a submission have not ended, by question.

    It hurries nobody until somebody begins with it, who is to ask again, with the whole
    limit, what was marked. What is noted of a test concerns those that are run later.
    """

    def __init__(self) -> None:
        self._hurries = False
        self._is_first = True  # whether no test has been noted
        self._late: Counter[Where] = Counter()
        self._waits = 0
        self._ending: set[str] = set()  # questions of which a test has ended

    def begin(self) -> None:
        """Hurry from now on."""
        self._hurries = True

    @contextmanager
    def paused(self) -> Iterator[None]:
        """What is run meanwhile has its whole limit."""
        before, self._hurries = self._hurries, False
        try:
            yield
        finally:
            self._hurries = before

    def note(self, question: AnyQuestion, outcomes: Iterable[Outcome]) -> None:
        """Take in what came of the calls of a test."""
        late = [*filter(is_out_of_time, outcomes)]
        if not late:
            self._ending.add(question.name)
        whole = [each for each in late if each.kind != HURRIED]
        self._waits += sum(each.kind == LATE for each in whole)
        if self._is_first and len(whole) < len(late):
            self._waits += self.has_waited(question, late)
        self._is_first = False
        self._late.update(_functions(question, whole))

    def limits(self, question: AnyQuestion) -> tuple[Limits, ...]:
        """What a test may use; of several each where that before is not `is_enough`.

        The first of all has little of the clock: who waits there is marked.
        """
        if self._hurries and self._is_first:
            whole = question.limits
            return replace(_part_of(whole, PATIENCE), seconds=whole.seconds), whole
        if not self._hurries or not self.is_endless(question):
            return (question.limits,)
        share = _part_of(question.limits, SHARE)
        if question.name in self._ending:
            return (share,)
        glance = _part_of(question.limits, GLANCE)
        if self._waits >= WAITS:
            glance = replace(glance, wall=WINK * question.limits.wall_seconds)
        return glance, share

    def of_small_trees(self, question: AnyQuestion) -> Limits:
        """What a small tree may use: a share where no test of a question has ended.

        Where some have waited it has but a glance of the clock.
        """
        if question.name in self._ending or not self.is_endless(question):
            return question.limits
        share = _part_of(question.limits, SHARE)
        if not self.only_waits(question):
            return share
        return replace(share, wall=GLANCE * question.limits.wall_seconds)

    def only_waits(self, question: AnyQuestion) -> bool:
        """Whether no test of a question has ended, and some test of any has waited."""
        return self._waits >= WAITS and question.name not in self._ending

    def has_waited(self, question: AnyQuestion, outcomes: Iterable[Outcome]) -> bool:
        """Whether what has not ended in a share has waited, and not been reckoning."""
        clock = question.limits.wall_seconds
        walls = {f"{share * clock:g} s" for share in (PATIENCE, SHARE, GLANCE, WINK)}
        return all(
            each.message in walls
            for each in outcomes
            if isinstance(each, Fault) and each.kind == HURRIED
        )

    def is_enough(self, question: AnyQuestion, outcomes: Iterable[Outcome]) -> bool:
        """Whether what came of a share of the time stands, at least for now.

        It has ended; or the time was over in a function in which it was before, or, in
        the first test of all, by waiting.
        """
        late = [*filter(is_out_of_time, outcomes)]
        if not late:
            return True
        if self._is_first:
            return self.has_waited(question, late)
        return not self._late.keys().isdisjoint(_functions(question, late))

    def is_endless(self, question: AnyQuestion) -> bool:
        """Whether tests of a question are hurried, when anybody is.

        Some function of it has not ended twice, or one of any question has waited.
        """
        return self._waits >= WAITS or any(
            name == question.name and times >= ENDLESS
            for (name, *_), times in self._late.items()
        )


def _functions(question: AnyQuestion, late: Iterable[Outcome]) -> Iterator[Where]:
    """The functions, of the student's own code, in which the time was over.

    At which line of a loop it was is chance.
    """
    for outcome in late:
        if isinstance(outcome, Fault) and outcome.frames:
            yield question.name, outcome.frames[-1].file, outcome.frames[-1].function


def _part_of(limits: Limits, share: float) -> Hurried:
    """A share of the time of a test."""
    return Hurried(
        seconds=share * limits.seconds,
        memory_mb=limits.memory_mb,
        output_kb=limits.output_kb,
        wall=share * limits.wall_seconds,
    )
