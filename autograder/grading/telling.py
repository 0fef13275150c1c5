"""Which repairs are told: those that hold when the edited program is graded anew.

A repair of all tests comes first, then repairs of functions by themselves, then the
one change that makes most tests right. Of each the count is made again here.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograder.grading.grading import Grading
from autograder.grading.run import PlannedTest
from autograder.judging.verdicts import Verdict
from autograder.observing.budget import Extra
from autograder.observing.repairing import (
    OfFunction,
    Repair,
    Repairs,
    Score,
    look_for_repairs,
)
from autograder.teaching import explanation
from autograder.teaching.explanation import Explanation, Fix, Line, Part
from autograder.uploads import staging
from autograder.uploads.reading import uploads
from autograder.walls.leftovers import remove

LEAST_GAIN, LEAST_SHARE = 3, 1 / 3  # of the failing tests, of which a part is told


class Regrading(Grading):
    """The grading of a program that was edited, beside that of the student's own."""

    stage = "edited"


@dataclass(frozen=True, slots=True)
class Sought:
    """The tests of one question, and modules of which an edit may make them right."""

    seen: Sequence[PlannedTest]
    modules: Sequence[str]
    score: Score


@dataclass(frozen=True, slots=True)
class Telling:
    """What may be told of what was sought; its tests are `right` or not.

    The edits are shown where the student may read the `fixes`.
    """

    grading: Grading
    sought: Sought
    right: Sequence[bool]
    fixes: bool

    def told(self, outcome: Repairs) -> Explanation | None:
        """The repair that is told of those that were found; None where none is."""
        ways: Sequence[Callable[[Repairs], Explanation | None]] = (
            self._whole,
            self._of_functions,
            self._of_part,
        )
        return next(filter(None, (way(outcome) for way in ways)), None)

    def _whole(self, outcome: Repairs) -> Explanation | None:
        chosen, either = explanation.told([*self._verified(outcome.repairs)])
        count = len(self.sought.seen)
        return self._explanation(chosen, count, count, either=either)

    def _verified(self, repairs: Sequence[Repair]) -> Iterator[Repair]:
        """The repairs with which each test is right when it is graded as usual."""
        for repair in repairs:
            if self.grading.budget.is_over():
                return
            if all(self._graded(repair)):
                yield repair

    def _of_functions(self, outcome: Repairs) -> Explanation | None:
        """What makes functions right by themselves, each of which is told its own."""
        each = [one for one in outcome.functions if not one.repair.rewrites]
        held = [one for one in each if self._holds(one)]
        parts: list[Part] = []
        repairs: list[Repair] = []
        for one in held:
            lines = tuple([self._line(*place) for place in one.repair.lines])
            if not {*lines} <= {line for part in parts for line in part.lines}:
                function, _, mover = one.function.partition("/")
                parts.append(Part(function, mover, one.calls, lines))
                repairs.append(one.repair)
        calls = sum(part.calls for part in parts)
        return self._explanation(repairs, calls, calls, parts=tuple(parts))

    def _holds(self, one: OfFunction) -> bool:
        """Whether a function answers all of its calls rightly in a new process."""
        if self.grading.budget.is_over():
            return False
        with self._edited(one.repair) as home:
            plain = 0.0, self.grading.budget.left_for(Extra.REPAIRS)
            again = look_for_repairs(
                self.grading.sandbox,
                home,
                self.sought.modules,
                self.sought.score,
                plain,
            )
        parts = {*one.parts}
        if explanation.role(one.repair.changes) == "cut":  # on higher stumps, too
            parts |= {name for name in again.parts if name.startswith(one.function)}
        return all(again.parts[name] for name in parts)

    def _of_part(self, outcome: Repairs) -> Explanation | None:
        """A change that makes many of the failing tests right, and none wrong."""
        for repair in outcome.partly:
            failing = len(self.right) - sum(self.right)
            if repair.edits > 1 or repair.rewrites or self.grading.budget.is_over():
                continue
            if explanation.family(repair.changes) not in explanation.SURE_OF_PART:
                continue
            after = self._graded(repair)
            pairs = zip(self.right, after, strict=True)
            gain = sum(after) - sum(self.right)
            is_lost = any(before and not now for before, now in pairs)
            if gain >= max(LEAST_GAIN, failing * LEAST_SHARE) and not is_lost:
                return self._explanation([repair], sum(after), len(after))
        return None

    def _graded(self, repair: Repair) -> list[bool]:
        """Whether each test is right with these edits."""
        ready = self.grading.ready
        with self._edited(repair) as home:
            picked = staging.pick(
                uploads(home), ready.assignment.modules(), ready.checks
            )
            again = Regrading(ready, picked, self.grading.sandbox)
            graded = [again.grade(each.test) for each in self.sought.seen]
        return [each.verdict is Verdict.CORRECT for each in graded]

    @contextmanager
    def _edited(self, repair: Repair) -> Iterator[Path]:
        """A folder with the edited program, for as long as it is needed."""
        sandbox = self.grading.sandbox
        home = sandbox.folder / "edits"
        try:
            remove(home)
            shutil.copytree(self.grading.staged.folder, home)
            for name, source in repair.sources.items():
                (home / f"{name}.py").write_text(source, encoding="utf-8")
            yield home
        finally:
            remove(home)
            remove(sandbox.folder / Regrading.stage)

    def _explanation(
        self,
        chosen: Sequence[Repair],
        right: int,
        of: int,
        *,
        either: bool = False,
        parts: tuple[Part, ...] = (),
    ) -> Explanation | None:
        if not chosen:
            return None
        changes = [change for repair in chosen for change in repair.changes]
        places = dict.fromkeys(place for repair in chosen for place in repair.lines)
        return Explanation(
            lines=tuple([self._line(*place) for place in places]),
            family=explanation.family(changes),
            role=explanation.role(changes),
            right=right,
            of=of,
            either=either,
            parts=parts,
            fixes=tuple([Fix(c.before, c.after) for c in changes if self.fixes]),
        )

    def _line(self, module: str, number: int) -> Line:
        path = self.grading.staged.folder / f"{module}.py"
        rows = path.read_text(encoding="utf-8", errors="replace").splitlines()
        text = rows[number - 1].strip() if number <= len(rows) else ""
        return Line(f"{module}.py", number, text)
