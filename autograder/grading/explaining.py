"""Why a program is wrong, told by a repair of it that was graded and found right.

It comes after all points are there, and changes none. Only tests that students see at
once are tried, and of equal repairs trees that students have as well, which are drawn
for a question: so no hidden tree can be learnt from it. A repair of all tests comes
first, then repairs of functions by themselves, then the one change that makes most
tests right. Of each the count is made again here, by a grading of the edited program.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from autograder.assignment.questions import FEEDBACK, HINTS, VISIBLE
from autograder.errors import GraderError
from autograder.files import visible
from autograder.grading.grading import Grading, PlannedTest, planned_tests
from autograder.judging.verdicts import UNJUDGED, Verdict
from autograder.kinds.entries import line_at, told_if_it_fails
from autograder.observing.bench import Extra
from autograder.observing.repairing import (
    OfFunction,
    PartWords,
    Repair,
    Repairs,
    Score,
    look_for_repairs,
)
from autograder.observing.sources import Place
from autograder.report.entries import Entry, Report
from autograder.report.gradebook import Gradebook
from autograder.uploads.reading import uploads
from autograder.walls.leftovers import remove
from autograder.words import explanations as words
from autograder.words.blocks import Named, Note, Passage
from autograder.words.explanations import Explanation, Fix, Part

SEEK = "looking for a small change that makes {} right"
NO_ROOM = "There was no time left to look for the line that makes {} wrong."
LARGEST, LONGEST = 100_000, 2_000  # bytes and lines of a module that is worth a search
TOLD = FEEDBACK[:2]  # of a test, where a cause may be told
LEAST_GAIN, LEAST_SHARE = 3, 1 / 3  # of the failing tests, of which a part is told
SECONDS = 1.0  # of CPU time, that a million steps mostly take


def explain(
    grading: Grading, gradebook: Gradebook, budget: float
) -> dict[str, Explanation]:
    """Say of each question that fails where a small change makes all right.

    The search makes at most `budget` millions of steps for all of them. It goes by the
    report alone, in which all points are.
    """
    explanations: dict[str, Explanation] = {}
    report = gradebook.report
    with told_if_it_fails(gradebook):
        failing = _failing(grading, report)
        if failing:
            gradebook.save_if_possible()  # with all points, whatever ends the search
            gradebook.is_complete = True
        for left, (name, seen) in zip(
            range(len(failing), 0, -1), failing.items(), strict=True
        ):
            share = budget / left
            remove_counterexamples(report, [each.node for each in seen])
            sought = _sought(grading, seen)
            if sought is None:
                continue
            if not grading.budget.affords(Extra.REPAIRS, share * SECONDS):
                report.notes.append(Note(NO_ROOM.format(name)))
                continue
            gradebook.announce(SEEK.format(name))
            made, steps = _explained(grading, report, sought, share)
            budget -= steps
            if made is not None:
                explanations[name] = made
                in_cells = bool(grading.staged.picked.cells)
                _tell(report, seen, made, in_cells=in_cells)
    gradebook.is_complete = False
    return explanations


def _failing(grading: Grading, report: Report) -> dict[str, list[PlannedTest]]:
    """The questions that fail where students see it, with the tests that go by it."""
    tests = sorted(planned_tests(grading.assignment), key=_question)
    by_name = {name: [*own] for name, own in groupby(tests, _question)}
    names = [each.name for each in grading.assignment.all_questions()]
    found = {name: _seen(report, by_name[name]) for name in names}
    return {name: seen for name, seen in found.items() if seen}


def _question(test: PlannedTest) -> str:
    return test.test.question.name


def _seen(report: Report, tests: Sequence[PlannedTest]) -> list[PlannedTest]:
    """The visible tests of which students are told as much as of one that fails.

    Those of which all is told come first; none where none fails.
    """
    for feedback in TOLD:
        seen = [
            each
            for each in tests
            if each.test.visibility == VISIBLE and each.test.feedback == feedback
        ]
        if any(_fails(report.entries[each.node]) for each in seen):
            return seen
    return []


def _fails(entry: Entry) -> bool:
    """Whether it was run, and is not right."""
    return not entry.passed and entry.extra.get("verdict") not in [*UNJUDGED]


def remove_counterexamples(report: Report, nodes: Iterable[str]) -> None:
    """Take away what an earlier search has told of these tests."""
    for node in [*nodes]:
        entry = report.entries[node]
        if entry.extra.get("explanation") is not None:
            name = entry.group
            report.notes = [n for n in report.notes if n.explains != name]
            gone = {"diagnosis": None, "explanation": None}
            report.entries[node] = replace(
                entry,
                diagnosis="",
                details=_unnamed(entry.details),
                extra={**entry.extra, **gone},
            )


def _sought(grading: Grading, seen: Sequence[PlannedTest]) -> Sought | None:
    """What is looked for; None where nothing can be."""
    tests = [each.test for each in seen]
    question = tests[0].question
    if grading.staged.lacks(question.module):
        return None
    score = grading.desks[question.kind].score(tests)
    modules = [*_own(grading.staged.folder, grading.assignment.stub_folders())]
    is_there = question.module in {*modules, *grading.staged.needs}
    if score is None or not modules or not is_there:
        return None
    return Sought(seen, modules, score)


def _explained(
    grading: Grading, report: Report, sought: Sought, budget: float
) -> tuple[Explanation | None, float]:
    """What explains the tests of one question, and the millions of steps it took."""
    seen, folder = sought.seen, grading.staged.folder
    most = budget, grading.budget.left_for(Extra.REPAIRS)
    try:
        found = look_for_repairs(
            grading.sandbox, folder, sought.modules, sought.score, most
        )
    except GraderError:  # a program that ends the process is told by its tests
        return None, 0.0
    right = [report.entries[each.node].passed for each in seen]
    if list(found.right) != right:
        return None, found.steps / 1e6  # it does otherwise here than it was graded
    fixes = {each.test.part.hints for each in seen} == {HINTS[1]}
    telling = Telling(grading, sought, right, fixes=fixes)
    return telling.explanation_of(found), found.steps / 1e6


def _own(folder: Path, course: Iterable[Path]) -> Iterator[str]:
    """The modules of a submission that are the student's, and small enough.

    What is, byte for byte, in a folder of the course's stubs is the course's.
    """
    stubs = (path for each in course for path in visible(each, "*.py"))
    theirs = {path.name: path.read_bytes() for path in stubs}
    for path in sorted(folder.glob("*.py")):
        text = path.read_bytes()
        small = len(text) <= LARGEST and text.count(b"\n") <= LONGEST
        if small and theirs.get(path.name) != text:
            yield path.stem


def _tell(
    report: Report, seen: Sequence[PlannedTest], cause: Explanation, *, in_cells: bool
) -> None:
    """Say it above all tests, and in each of those that fail.

    No line is told where students are not told all of a test.
    """
    name, in_full = _question(seen[0]), seen[0].test.feedback == TOLD[0]
    several = report.entries[seen[0].node].several
    title = words.brief(cause, several)
    if in_full:
        title = words.title(cause, several, in_cells=in_cells)
    rows = words.rows(cause) if in_full else ()
    asks = words.question_to_student(cause.family)
    report.notes = [n for n in report.notes if n.explains != name]
    report.notes.append(Note(f"{name}: {title}", (*rows, asks), name, asks))
    for node in [each.node for each in seen]:
        entry = report.entries[node]
        if _fails(entry):
            first = None if cause.has_several_lines else line_at(cause.lines[0])
            report.entries[node] = replace(
                entry,
                diagnosis=title,
                line=first or entry.line,
                details=(*_unnamed(entry.details), (Named(title),)),
                extra={
                    **entry.extra,
                    "diagnosis": cause.family,
                    "explanation": cause.as_json(),
                },
            )


def _unnamed(details: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """The details without the title of another explanation."""
    return tuple(p for p in details if not any(isinstance(b, Named) for b in p))


# ── Which repairs are told: those that hold ────────────────────────────────────────


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

    def explanation_of(self, outcome: Repairs) -> Explanation | None:
        """The repair that is told of those that were found; None where none is."""
        ways: Sequence[Callable[[Repairs], Explanation | None]] = (
            self._whole,
            self._of_functions,
            self._of_part,
        )
        return next(filter(None, (way(outcome) for way in ways)), None)

    def _whole(self, outcome: Repairs) -> Explanation | None:
        verified = [*self._verified(outcome.repairs)]
        chosen, either = words.repairs_to_tell(verified)
        if either or not chosen:
            chosen, either = words.repairs_to_tell(self._settled(verified))
        count = len(self.sought.seen)
        return self._explanation(chosen, count, count, either=either)

    def _verified(self, repairs: Sequence[Repair]) -> Iterator[Repair]:
        """The repairs with which each test is right when it is graded as usual."""
        for repair in repairs:
            if self.grading.budget.is_over():
                return
            if all(self._graded(repair)):
                yield repair

    def _settled(self, repairs: Sequence[Repair]) -> Sequence[Repair]:
        """Of those as small as the first the ones that are right on further trees.

        All of them if nobody knows of each whether it is.
        """
        settles = self.sought.score.settles
        if settles is None or not repairs or not words.may_be_told(repairs[0]):
            return repairs
        right = []
        for each in words.as_small_as(repairs[0], repairs):
            if self.grading.budget.is_over():
                return repairs
            with self._edited(each) as home:
                is_right = settles(home)
            if is_right is None:
                return repairs
            right += [each] if is_right else []
        return right

    def _of_functions(self, outcome: Repairs) -> Explanation | None:
        """What makes functions right by themselves, each of which is told its own."""
        each = [one for one in outcome.functions if words.may_be_told(one.repair)]
        held = [
            one for one in each if self._holds(one, self._parts_beside(one, outcome))
        ]
        question = _question(self.sought.seen[0])
        theirs = self.grading.ready.names().get(question, {})
        parts: list[Part] = []
        repairs: list[Repair] = []
        for one in held:
            lines = tuple([self._line(*place) for place in one.repair.lines])
            if not {*lines} <= {line for part in parts for line in part.lines}:
                function, _, mover = one.function.partition("/")
                named = theirs.get(function, function)
                parts.append(Part(named, mover, one.calls, lines))
                repairs.append(one.repair)
        calls = sum(part.calls for part in parts)
        return self._explanation(repairs, calls, calls, parts=tuple(parts))

    def _parts_beside(self, one: OfFunction, outcome: Repairs) -> set[str]:
        """The parts that must be right, too, for one to be told."""
        score, sources = self.sought.score, self.grading.sources
        begins = score.begins.get(_stem(one.function), "")
        lines = {
            (module, line)
            for module in self.sought.modules
            for line in sources.lines_inside_function(
                sources.definition(f"{module}.py", begins)
            )
        }
        inside = {*one.repair.lines} <= lines
        return parts_beside(one, outcome, score.words, inside=inside)

    def _holds(self, one: OfFunction, beside: set[str]) -> bool:
        """Whether a function answers all of its calls rightly in a new process.

        And whether all parts `beside` it are right there.
        """
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
        parts = {*one.parts, *beside}
        if (said := self.sought.score.words) is not None:
            stem = said.beside.get(_stem(one.function))
            parts |= {name for name in again.parts if _stem(name) == stem}
        if words.role(one.repair.changes) == "cut":  # on higher stumps, too
            parts |= {name for name in again.parts if name.startswith(one.function)}
        return all(again.parts[name] for name in parts)

    def _of_part(self, outcome: Repairs) -> Explanation | None:
        """A change that makes many of the failing tests right, and none wrong."""
        for repair in outcome.partly:
            failing = len(self.right) - sum(self.right)
            if repair.edits > 1 or repair.rewrites or self.grading.budget.is_over():
                continue
            if words.family(repair.changes) not in words.SURE_OF_PART:
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
            again = Regrading(ready, ready.pick(uploads(home)), self.grading.sandbox)
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
            family=words.family(changes),
            role=words.role(changes),
            right=right,
            of=of,
            either=either,
            parts=parts,
            words=self.sought.score.words,
            fixes=tuple([Fix(c.before, c.after) for c in changes if self.fixes]),
        )

    def _line(self, module: str, number: int) -> Place:
        path = self.grading.staged.folder / f"{module}.py"
        rows = path.read_text(encoding="utf-8", errors="replace").splitlines()
        text = rows[number - 1].strip() if number <= len(rows) else ""
        return Place(f"{module}.py", number, text, end=len(text))


def parts_beside(
    one: OfFunction, outcome: Repairs, said: PartWords | None, *, inside: bool
) -> set[str]:
    """The parts that must be right, too, where one of those that others need is not.

    That is all there are, or all that others need, for one that hangs on none while
    those that do are right; its changes are `inside` of the function that does it.
    """
    parts = {*outcome.parts}
    needed = {name for name in parts if said and _stem(name) in said.needs}
    wrong = {_stem(name) for name in needed if not outcome.parts[name]}
    if said is None or not wrong:
        return set()
    is_its_own = inside and _stem(one.function) in wrong
    return needed if is_its_own and wrong <= {*said.by_themselves} else parts


def _stem(part: str) -> str:
    """What a part tries, without the player or the height."""
    return part.partition("/")[0]
