"""The report: one entry a test, from a tree or from an instructor's own function.

Renderers see entries and nothing else; who made an entry makes no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from autograder.assignment.questions import FEEDBACK, VISIBLE
from autograder.errors import AutograderError
from autograder.report import plain
from autograder.text import points
from autograder.words.blocks import (
    FAILED,
    NO_FEEDBACK,
    PASSED,
    UNJUDGED,
    Block,
    Keeps,
    Named,
    Note,
    Passage,
    WrongStep,
    WrongValue,
)

if TYPE_CHECKING:  # most reports draw nothing
    from autograder.drawing.replay import Line, Replay

B = TypeVar("B", bound=Block)
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
    details: tuple[Passage, ...] = ()
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
    printed: Passage = ()  # the part of the details that tells what it printed
    smallest: str = ""  # of a smallest tree's entry that tree, as YAML
    seconds: float | None = None  # that it took, where a view tells it
    several: str = TREES  # what many like it are called

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
    def earned(self) -> str:
        """`0.5/1`; a dash where no points were given, "" for what is worth none."""
        if self.max_score is None:
            return ""
        earned = "–" if self.score is None else points(self.score)
        return f"{earned}/{points(self.max_score)}"

    @property
    def state(self) -> str:
        """Whether it was passed, failed, or not judged."""
        if self.passed:
            return PASSED
        return FAILED if self.judged else UNJUDGED

    @property
    def went_wrong(self) -> WrongStep | WrongValue | Keeps | None:
        """Where a step or value first goes wrong, or what stays; None if told above."""
        steps = self.of_kind(WrongStep)
        if any(self.headline in step.text for step in steps):
            return None
        told = (steps, self.of_kind(WrongValue), self.of_kind(Keeps))
        return next((blocks[-1] for blocks in told if blocks), None)

    def of_kind(self, kind: type[B]) -> list[B]:
        """Those of the details that are of a kind."""
        return [b for passage in self.details for b in passage if isinstance(b, kind)]

    def for_student(self) -> Entry:
        """What a student may be told of the test, where the assignment limits that."""
        if self.feedback == FULL:
            return self
        named = self.feedback == "diagnosis"
        brief = self.brief if named else NO_FEEDBACK
        diagnosis = self.diagnosis if named else ""
        return replace(
            self,
            headline=brief if self.judged else self.headline,
            details=((Named(diagnosis),),) if diagnosis else (),
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
    notes: list[Note] = field(default_factory=list)
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


def alike(entries: Sequence[Entry]) -> list[tuple[Entry, ...]]:
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


def score(entries: Iterable[Entry]) -> float:
    """What the entries earned together."""
    return rounded_points(sum(entry.score or 0.0 for entry in entries))


def max_score(entries: Iterable[Entry]) -> float:
    """What the entries could earn together."""
    return rounded_points(sum(entry.max_score or 0.0 for entry in entries))


def rounded_points(score: float) -> float:
    """Points without what adding fractions leaves behind: 0.8 + 0.3 is 1.1."""
    return round(score, DECIMALS)
