"""Tests of one module that share a worker, before each of them is graded.

Only where the text of a module shows that it can keep nothing, and only tests that are
seen by the same people at the same time, and told alike; a hidden one shares with none.
What a shared worker tells is a proposal: some tests are asked again alone before any is
graded, and one that differs takes all of them back to a worker each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Protocol

from autograder.assignment.questions import HIDDEN, Case, Limits
from autograder.errors import GraderError
from autograder.judging.verdicts import DOES_RIGHT
from autograder.kinds.search.judging import judge
from autograder.kinds.search.sheet import Sheets
from autograder.kinds.search.together import Choose, Together, observe_many
from autograder.observing.bench import Bench
from autograder.observing.observation import CallRequest, Observed

FEWEST = 4  # tests that are worth it
MOST_NODES = 1_000  # of a tree that shares a worker
SECONDS = 1.0  # of CPU that all may take together, and no more than one of them may

Key = tuple[str, str]  # question and tree
Group = tuple[str, str, str]  # module, visibility, feedback


class AsksAlone(Protocol):
    """Who knows how a test is asked by itself."""

    def observed_alone(self, test: Case, limits: Limits) -> Observed:
        """What a run in a worker of its own does."""
        ...

    def calls_inside(self, case: Case, seen: Observed) -> tuple[CallRequest, ...]:
        """The functions alone that are to be called behind the search."""
        ...


class Ahead:
    """What a submission was seen to do on tests that are not graded yet."""

    def __init__(self, bench: Bench, sheets: Sheets, cases: Iterable[Case]) -> None:
        self._bench, self._sheets = bench, sheets
        self._cases = tuple(cases)
        self._seen: dict[Key, Observed] = {}
        self._begun: set[Group] = set()

    def take(self, case: Case, asks: AsksAlone) -> Observed | None:
        """What it did on a test, once; None where that is to be asked by itself."""
        if not self._bench.may_share(case.question.module):
            return None
        group = _group(case)
        if group not in self._begun:
            self._begun.add(group)
            self._look(group, asks)
        return self._seen.pop(_key(case), None)

    def _look(self, group: Group, asks: AsksAlone) -> None:
        """Ask all tests of a group in one worker, and some of them again alone.

        Not where each would be hurried: the first that does not end, ends the worker.
        """
        cases = [c for c in self._cases if _group(c) == group and _is_small(c)]
        _, visibility, _ = group
        if len(cases) < FEWEST or visibility == HIDDEN:
            return
        if any(self._bench.haste.is_endless(case.question) for case in cases):
            return
        try:
            seen = self._asked(cases, asks)
        except (GraderError, OSError):  # each test by itself shows what it is
            return
        for case in self._to_be_checked(cases, seen):
            alone = asks.observed_alone(case, case.question.limits)
            if not _is_alike(seen[_key(case)], alone):
                self._bench.take_apart()
                return
        self._seen |= seen

    def _asked(self, cases: Sequence[Case], asks: AsksAlone) -> dict[Key, Observed]:
        """Ask them in one worker; where a test ended it, the rest go on in another.

        Not where it ended soon: many tests may end theirs.
        """
        found: dict[Key, Observed] = {}
        begun = FEWEST
        while len(cases) >= FEWEST and begun >= FEWEST:
            made = asked_together(self._bench, cases, partial(_inside, asks, cases))
            pairs = zip(cases, made.seen, strict=True)
            found |= {_key(case): each for case, each in pairs if each is not None}
            begun = made.begun
            cases = cases[begun:]
        return found

    def _to_be_checked(
        self, cases: Sequence[Case], seen: dict[Key, Observed]
    ) -> list[Case]:
        """One that nobody can choose, and the first that is wrong."""
        there = [case for case in cases if _key(case) in seen]
        drawn = sorted(there, key=self._lot)[:1]
        wrong = (c for c in there if not self._is_right(c, seen[_key(c)]))
        first = next(wrong, None)
        return drawn if first is None or first in drawn else [*drawn, first]

    def _lot(self, case: Case) -> str:
        """What hangs on the submission and on what is right: on nobody's will."""
        folder, answers = self._bench.staged.folder, self._sheets.of(case).answers
        text = (folder / f"{case.question.module}.py").read_bytes()
        drawn = f"{case.tree_name} {answers.fingerprint} {answers.values}".encode()
        return sha256(text + drawn).hexdigest()

    def _is_right(self, case: Case, seen: Observed) -> bool:
        return judge(self._sheets.of(case), seen).verdict in DOES_RIGHT


def asked_together(bench: Bench, cases: Sequence[Case], inside: Choose) -> Together:
    """What comes of tests of one module in one worker, within the limits of one test.

    Raises GraderError and OSError.
    """
    limits = [case.question.limits for case in cases]
    shared = replace(
        limits[0],
        seconds=min(SECONDS, *(each.seconds for each in limits)),
        memory_mb=min(each.memory_mb for each in limits),
        output_kb=min(each.output_kb for each in limits),
    )
    return observe_many(bench.sandbox, bench.staged.folder, cases, shared, inside)


def _inside(
    asks: AsksAlone, cases: Sequence[Case], place: int, seen: Observed
) -> tuple[CallRequest, ...]:
    return asks.calls_inside(cases[place], seen)


def _is_alike(seen: Observed, alone: Observed) -> bool:
    """Whether both are the same, but for how busy the machine was.

    Functions alone that did not all return were left out where tests share a worker.
    """
    inside = alone.inside if seen.inside else ()
    return seen == replace(alone, cpu_seconds=seen.cpu_seconds, inside=inside)


def _key(case: Case) -> Key:
    return case.question.name, case.tree_name


def _group(case: Case) -> Group:
    return case.question.module, case.visibility, case.feedback


def _is_small(case: Case) -> bool:
    return len(case.tree.nodes) <= MOST_NODES
