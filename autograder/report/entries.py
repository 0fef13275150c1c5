"""The report: one entry a test, and what one reader may see of it, decided here alone.

Renderers see entries and nothing else; who made an entry makes no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from autograder.assignment.questions import (
    FEEDBACK,
    GRAINS,
    LATER,
    VISIBLE,
    units_by_weight,
)
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.report import plain
from autograder.report.plain import note_lines
from autograder.text import points
from autograder.words import blocks as words

if TYPE_CHECKING:  # most reports draw nothing
    from autograder.drawing.replay import Line, Replay

B = TypeVar("B", bound=words.Block)
TREES, TESTS = "trees", "tests"
DECIMALS = 6  # of points, wherever they are written or added up
CHECKS = "checks"  # the group of an instructor's own tests
LEAST_ALIKE = 3  # trees of which the same is said in one row
FULL = FEEDBACK[0]
UNTOLD: Mapping[str, Any] = {  # what stands in `extra` where not all is told
    "value": None,
    "action": None,
    "visited": [],
    "convention": None,
    "explanation": None,
}
UNNAMED: Mapping[str, Any] = {**UNTOLD, "diagnosis": None}


# Whose fault it is that a test was not judged, as the error that says so: never
# the student's. None where nobody is to blame.
Blame = type[AutograderError] | None


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """One column of Gradescope's leaderboard."""

    name: str
    value: float | str
    order: str


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One test; each is equal to itself alone: what is made of it can be kept."""

    name: str
    group: str
    headline: str
    score: float | None = None  # None: not given or taken
    max_score: float | None = None  # None: worth no points
    passed: bool = False
    judged: bool = True  # else not reached, skipped, or broken
    number: str = ""
    details: tuple[words.Passage, ...] = ()
    visibility: str = VISIBLE
    tags: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    leaderboard: LeaderboardEntry | None = None
    blame: Blame = None
    replay: Replay | None = None
    line: Line | None = None  # of the submission, to look at first
    meets_a_stub: bool = False  # what it calls is left as in the template
    tells_most: bool = False  # of those of its group that failed
    cause: str = ""  # of what is wrong, in words that the same has everywhere
    feedback: str = FULL
    brief: str = ""  # the headline where the trees are not to be told
    diagnosis: str = ""  # the title of the mistake that explains its question
    printed: words.Passage = ()  # the part of the details that tells what it printed
    smallest: str = ""  # of a smallest tree's entry that tree, as YAML
    seconds: float | None = None  # that it took, where a view tells it
    several: str = TREES  # what many like it are called
    purpose: str = ""  # what its points are for, where the assignment says that

    def _repr_html_(self) -> str:
        """The test as notebooks show it: what was said, and its tree."""
        from html import escape  # noqa: PLC0415 - for notebooks alone

        from autograder.drawing import picture  # noqa: PLC0415 - it draws what stands here

        heading = f"{self.group}: {self.name}: {self.headline}"
        text = "\n".join((heading, *plain.lines(self.details)))
        drawn = picture.svg(self.replay.tree, self.replay.marks) if self.replay else ""
        return f"<pre>{escape(text)}</pre>{drawn}"

    @property
    def has_searched(self) -> bool:
        """Whether there is a search to be seen, and not the tree alone."""
        return self.replay is not None and bool(self.replay.submission)

    @property
    def earned_text(self) -> str:
        """`0.5/1`; a dash where no points were given, "" for what is worth none."""
        if self.max_score is None:
            return ""
        earned = "–" if self.score is None else points(self.score)
        return f"{earned}/{points(self.max_score)}"

    @property
    def state(self) -> str:
        """Whether it was passed, failed, or not judged."""
        if self.passed:
            return words.PASSED
        return words.FAILED if self.judged else words.UNJUDGED

    @property
    def went_wrong(self) -> words.WrongStep | words.WrongValue | words.Keeps | None:
        """Where a step or value first goes wrong, or what stays; None if told above."""
        steps = self.of_kind(words.WrongStep)
        if any(self.headline in step.text for step in steps):
            return None
        told = (steps, self.of_kind(words.WrongValue), self.of_kind(words.Keeps))
        return next((blocks[-1] for blocks in told if blocks), None)

    def of_kind(self, kind: type[B]) -> list[B]:
        """Those of the details that are of a kind."""
        return [b for passage in self.details for b in passage if isinstance(b, kind)]

    def for_student(self) -> Entry:
        """What a student may be told of the test, where the assignment limits that."""
        if self.feedback == FULL:
            return self
        named = self.feedback == "diagnosis"
        brief = self.brief if named else words.NO_FEEDBACK
        diagnosis = self.diagnosis if named else ""
        return replace(
            self,
            headline=brief if self.judged else self.headline,
            details=((words.Named(diagnosis),),) if diagnosis else (),
            diagnosis=diagnosis,
            printed=(),
            smallest="",
            replay=None,
            line=None,
            cause="",
            extra={**self.extra, **(UNTOLD if named else UNNAMED)},
        )


@dataclass(slots=True)
class Report:
    """All entries in order, and what is to be said of the whole."""

    title: str
    entries: dict[str, Entry] = field(default_factory=dict)
    notes: list[words.Note] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)  # for the instructor alone
    beside: list[Entry] = field(default_factory=list)  # likewise: no results hold them
    unseen: dict[str, int] = field(default_factory=dict)  # likewise: see QuestionRow
    blame: Blame = None
    sandbox: str = ""  # one line on what was around the submission, for instructors
    layers: Mapping[str, Any] = field(default_factory=dict)  # the same for programs
    pictures: bool = False  # whether results hold drawings of the trees
    later: float = 0.0  # points of tests that are only graded elsewhere
    seconds: dict[str, float] = field(default_factory=dict)  # of each test that was run
    alone: dict[str, Entry] = field(default_factory=dict)  # as each was without others

    def all(self) -> tuple[Entry, ...]:
        """The entries in the order in which the tests were collected."""
        return tuple(self.entries.values())

    def put_after_group(self, node: str, entry: Entry) -> None:
        """Put an entry behind the last of its group."""
        rows = list(self.entries.items())
        last = max(i for i, (_, row) in enumerate(rows) if row.group == entry.group)
        self.entries = dict([*rows[: last + 1], (node, entry), *rows[last + 1 :]])

    def exit_status(self) -> int:
        """0 if every test was judged or skipped; else that of the gravest fault."""
        if self.blame is not None:
            return self.blame.exit_status
        faults = [entry.blame for entry in self.all() if entry.blame is not None]
        return max((fault.exit_status for fault in faults), default=0)


def grouped_alike(entries: Sequence[Entry]) -> list[tuple[Entry, ...]]:
    """The entries, those that say the same of several tests in one, at the first."""
    said = [(entry.group, entry.headline, entry.judged) for entry in entries]
    same = Counter(said)
    told: dict[object, list[Entry]] = {}
    for entry, key in zip(entries, said, strict=True):
        several = not entry.passed and same[key] >= LEAST_ALIKE
        one = entry.max_score is None or entry.group == CHECKS or not several
        told.setdefault(id(entry) if one else key, []).append(entry)
    return [tuple(rows) for rows in told.values()]


def earned_of_all(entries: Sequence[Entry]) -> str:
    """What the entries earned together, of what they could: `3.5/4`."""
    return f"{points(score(entries))}/{points(max_score(entries))}"


def sums_as_shown(groups: Sequence[Sequence[Entry]]) -> list[str]:
    """What each group earned, of what it could, and behind that all of them together.

    In tenths, which add up as they are shown, where all groups are worth whole ones.
    """
    every = [entry for group in groups for entry in group]
    mosts, earned = [*map(max_score, groups)], [*map(score, groups)]
    if any(round(10 * most, DECIMALS) % 1 for most in mosts):
        return [*map(earned_of_all, groups), earned_of_all(every)]
    tenths = int(round(10 * score(every), DECIMALS))
    weights = [round(own * GRAINS) for own in earned]
    shown = units_by_weight(tenths, weights) if tenths else [0] * len(groups)
    pairs = zip((*shown, tenths), (*mosts, max_score(every)), strict=True)
    return [f"{points(own / 10)}/{points(most)}" for own, most in pairs]


def score(entries: Iterable[Entry]) -> float:
    """What the entries earned together."""
    return rounded_points(sum(entry.score or 0.0 for entry in entries))


def max_score(entries: Iterable[Entry]) -> float:
    """What the entries could earn together."""
    return rounded_points(sum(entry.max_score or 0.0 for entry in entries))


def rounded_points(score: float) -> float:
    """Points without what adding fractions leaves behind: 0.8 + 0.3 is 1.1."""
    return round(score, DECIMALS)


@dataclass(frozen=True, slots=True)
class Group:
    """The tests of a question, without a smallest tree that was looked for besides."""

    name: str
    tests: tuple[Entry, ...]

    @property
    def wrong(self) -> list[Entry]:
        """The tests that failed or broke, those that students see before others."""
        wrong = [
            entry for entry in self.tests if entry.state == words.FAILED or entry.blame
        ]
        return sorted(wrong, key=lambda entry: entry.visibility != VISIBLE)

    @property
    def state(self) -> str:
        """Whether one failed, one was not judged, or neither: some may be skipped."""
        states = {entry.state for entry in self.wrong}
        return next(
            (each for each in (words.FAILED, words.UNJUDGED) if each in states),
            words.PASSED,
        )

    @property
    def name_of_tests(self) -> str:
        """What its tests are called where they are counted."""
        return TESTS if self.name == CHECKS else self.tests[0].several

    @property
    def entry_told_first(self) -> Entry:
        """The test that is told of: the one that tells most, or the first."""
        wrong = self.wrong
        return next((each for each in wrong if each.tells_most), wrong[0])

    @property
    def is_told_in_a_row(self) -> bool:
        """Whether one sentence, the same for all its tests, is all that is known."""
        alike = len({entry.headline for entry in self.tests}) == 1
        return alike and not (
            self.entry_told_first.line or self.entry_told_first.has_searched
        )

    @property
    def is_unwritten(self) -> bool:
        """Whether nothing was earned, and each test met a function left as a stub."""
        return all(entry.meets_a_stub for entry in self.tests) and not score(self.tests)


def groups_of(entries: Iterable[Entry]) -> list[Group]:
    """The groups in their order."""
    tests = [entry for entry in entries if not entry.smallest]
    by_name = groupby(tests, key=lambda entry: entry.group)
    return [Group(name, tuple(members)) for name, members in by_name]


def wrong_groups(groups: Iterable[Group]) -> list[Group]:
    """Those not passed: with something to see, not yet written, not handed in."""
    wrong = [group for group in groups if group.state != words.PASSED]
    return sorted(wrong, key=lambda group: (group.is_told_in_a_row, group.is_unwritten))


def told_first(failing: Sequence[Group], notes: Iterable[words.Note]) -> Group:
    """The first that fails; where nothing leads from it, the first that has a name."""
    first, explained = failing[0], {note.explains for note in notes}
    test = first.entry_told_first
    if first.is_told_in_a_row or test.line or test.went_wrong:
        return first
    return next((group for group in failing if group.name in explained), first)


SEEN = {False: (VISIBLE,), True: (VISIBLE, *LATER)}  # once published; hidden ones never


@dataclass(frozen=True, slots=True)
class View:
    """A report as one reader sees it."""

    title: str
    entries: tuple[Entry, ...]
    notes: tuple[words.Note, ...] = ()  # of the grading
    remarks: tuple[str, ...] = ()  # on tests not among the entries
    warning: str = ""  # who must not get the page
    sandbox: str = ""  # what was around the submission

    def lines_above(self) -> list[str]:
        """What stands above all tests: the notes, and then the remarks."""
        lines = (line for note in self.notes for line in note_lines(note))
        return [*lines, *self.remarks]

    @property
    def first_wrong(self) -> Entry | None:
        """The test of which the screen tells, as a page does first; or None."""
        failing = wrong_groups(groups_of(self.entries))
        return told_first(failing, self.notes).entry_told_first if failing else None


def for_student(report: Report, *, published: bool = False) -> View:
    """What a student may see now, or once the grades are published."""
    seen = SEEN[published]
    entries = tuple(
        replace(entry.for_student(), seconds=report.seconds.get(node))
        for node, entry in report.entries.items()
        if entry.visibility in seen
    )
    remarks = []
    if len(entries) < len(report.entries):  # of the others nothing else is said
        earned, possible = points(score(entries)), points(max_score(entries))
        remarks.append(words.earned_here(earned, possible))
    for blame, whose in ((AssignmentError, "assignment"), (GraderError, "grader")):
        if count := sum(entry.blame is blame for entry in report.all()):
            remarks.append(words.unjudged_sentence(count, whose))  # shown or not
    return View(report.title, entries, tuple(report.notes), tuple(remarks))


def in_brief(view: View) -> View:
    """The view with one replay, of the test to look at first; the rest is told once."""
    firsts = [view.first_wrong] if view.first_wrong else []
    failed = [*firsts, *(entry for entry in view.entries if not entry.passed)]
    shown = next((entry for entry in failed if entry.has_searched), None)
    shown = shown or next((entry for entry in failed if entry.replay), None)
    repeated = {e: group[0] for group in grouped_alike(view.entries) for e in group[1:]}
    like = {e: other for e, other in repeated.items() if e not in firsts}
    short = []
    for entry in view.entries:
        details = () if entry.passed else entry.details
        if details and (other := like.get(entry)):
            details = (
                (words.Sentence(words.same_as_other_test(other.number, other.name)),),
            )
        brief = replace(entry, replay=None, details=details)
        short.append(entry if entry is shown else brief)
    return replace(view, entries=tuple(short))


def for_instructor(report: Report) -> View:
    """All of it."""
    return View(
        f"For instructors: {report.title}",
        (*report.all(), *report.beside),
        tuple(report.notes),
        warning=words.FOR_INSTRUCTORS,
        sandbox=report.sandbox,
    )
