"""What a kind of question is: all that the rest of the grader asks of one.

Another kind is another package in this folder, and a name in `all.NAMES`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from autograder.answers import file
from autograder.answers.file import FOLDER, LARGE
from autograder.assignment.file import Form
from autograder.assignment.questions import AnyQuestion, AnyTest, Assignment
from autograder.errors import AssignmentError
from autograder.kinds.entries import AllJudged, JudgedTest
from autograder.observing.bench import Bench
from autograder.project import GAMES, TRUSTED
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import explicit, marked, openspiel
from autograder.trees.rules import SUFFIX, games_near
from autograder.trees.tree import GameTree

if TYPE_CHECKING:  # most submissions have none
    from autograder.authoring.lazy import Payroll
    from autograder.authoring.misconceptions import Cost, MistakeProgram
    from autograder.observing.repairing import Score

TREES = "test_trees"  # where both zips have their assignment
Files = dict[str, bytes]  # of a zip, by their paths in it


class Replays(Enum):
    """Of which tests a report draws what was searched."""

    NONE = "none"
    FIRST = "the smallest tree of each question that shows what is wrong"
    ALL = "all"


class Desk(ABC):
    """Grades tests of one kind, all of one submission; each is told by itself."""

    @abstractmethod
    def grade(self, test: Any, number: str) -> JudgedTest[Any]:
        """Run a test; a fault of the grader is one of its verdicts."""

    def look(self, gradebook: Gradebook, judged: Any, visibility: str) -> None:
        """Look for what tests of a visibility may show, before others are run."""
        del gradebook, judged, visibility

    def told_of_all(self, gradebook: Gradebook, judged: Any) -> AllJudged:
        """The tests, told what only all of them together show; the report has it."""
        del gradebook
        return judged  # type: ignore[no-any-return]

    def score(self, tests: Sequence[Any]) -> Score | None:
        """How an edited program is tried on tests of a question; None: not at all."""
        del tests
        return None

    @abstractmethod
    def teach(
        self, gradebook: Gradebook, judged: Any, *, replays: Replays, searches: bool
    ) -> None:
        """Add to the report what no test tells by itself; no points change."""


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Whoever waits for answers: is shown what comes now, and told what to know."""

    show: Callable[[str], None] = lambda _: None
    tell: Callable[[str], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Adequacy:
    """Whether the tests of a kind catch its mistakes."""

    findings: tuple[str, ...] = ()  # question by question
    faults: tuple[str, ...] = ()  # a sentence each
    judged: bool = False  # where there are mistakes
    remedy: str = ""  # what helps
    summary: tuple[str, ...] = ()  # a line for each question
    costs: tuple[Cost, ...] = ()  # what mistakes lose at least


class Authors(Protocol):
    """What authors ask of a kind: a module that is imported for them alone."""

    def mistaken(
        self, assignment: Assignment
    ) -> Iterator[tuple[AnyQuestion, tuple[MistakeProgram, ...]]]:
        """Each question with its mistakes, a program each."""
        ...

    def adequacy(self, assignment: Assignment) -> Adequacy:
        """Which mistakes the tests catch, and tell apart."""
        ...

    def payroll(self, assignment: Assignment, sandbox: Sandbox) -> Payroll:
        """What is paid for programs that do none of the work."""
        ...


class Kind:
    """A kind of question, which by itself needs no answers and no files.

    `form` is the module that reads and writes its questions; `advice` are the headings
    of student_template/README.md that speak of them alone. At a `desk` the tests of one
    submission are graded, with the `answers`. Questions of other kinds in an assignment
    do not concern its methods.
    """

    name: str
    advice: tuple[str, ...]
    form: Form
    desk: Callable[[Bench, Any], Desk]

    @property
    def authors(self) -> Authors:
        """What authors ask of it: the module `authors` of its package."""
        package = type(self).__module__.rpartition(".")[0]
        authors: Authors = import_module(f"{package}.authors")
        return authors

    def computed(
        self, assignment: Assignment, watch: Onlooker
    ) -> Iterator[tuple[Path, str]]:
        """Each file of answers with its text, as the reference tells it."""
        authors: Any = self.authors
        files: Iterator[tuple[Path, str]] = authors.computed(assignment, watch)
        return files

    def completed(self, assignment: Assignment) -> Assignment:
        """The assignment with what its answers tell; AssignmentError without them."""
        return assignment

    def answers(self, assignment: Assignment) -> Any:
        """All that is right, for many gradings; AssignmentError where it is stale."""
        del assignment

    def public(self, test: Any) -> AnyTest:
        """A visible test as students get it."""
        return test  # type: ignore[no-any-return]

    def files(self, assignment: Assignment) -> Files:
        """What a zip needs for these questions, but for assignment and stubs."""
        del assignment
        return {}

    def may_hand_in(self, assignment: Assignment) -> tuple[str, ...]:
        """Modules that a submission may have beside those that are asked for."""
        del assignment
        return ()

    def notes(self, assignment: Assignment) -> tuple[str, ...]:
        """Sentences of the students' README on single questions."""
        del assignment
        return ()

    def unseen_files(self, assignment: Assignment) -> Files:
        """What is asked beside the tests, and no student gets: trees and rows."""
        mine = (q.name for q in assignment.all_questions() if q.kind == self.name)
        paths = (file.unseen_path(assignment, name) for name in mine)
        return {
            f"{TREES}/{FOLDER}/{path.name}": path.read_bytes()
            for path in paths
            if path.is_file()
        }

    def suggestions(
        self, assignment: Assignment, folder: Path, watch: Onlooker, at_most: int
    ) -> Iterator[str]:
        """Write so many tests of each question that catch more, and tell of each."""
        del assignment, folder, watch, at_most
        yield from ()


def files_of_trees(
    folder: Path, paths: Mapping[str, Path], trees: Mapping[str, GameTree]
) -> Files:
    """Files of trees by their names, as they are, but rule games written out.

    Large or endless ones have the rules, those of OpenSpiel what `answers` has
    unrolled.
    """
    files: Files = {}
    for name, tree in trees.items():
        path = paths[name]
        game, content = _game_of(path), path.read_bytes()
        if game == openspiel.GAME:
            unrolled = openspiel.unrolled_file(folder, name, path)
            files[f"{TREES}/{FOLDER}/{name}{SUFFIX}"] = unrolled
        elif game and (len(tree.nodes) > LARGE or not explicit.is_whole(tree)):
            rules = games_near(path)[game]
            files[f"{TRUSTED}/{GAMES}/{rules.name}"] = rules.read_bytes()
        elif game:
            try:
                content = explicit.dump(tree).encode()
            except AssignmentError as fault:
                raise AssignmentError(f"{path}: {fault}") from None
        files[f"{TREES}/{name}.yaml"] = content
    return files


def _game_of(path: Path) -> str:
    """The game that a tree file names in place of a tree; "" if it names none."""
    root = marked.read(marked.Source(path))
    pairs = root.pairs if isinstance(root, marked.Mapping) else ()
    found = {key.text: value for key, value in pairs}.get("game")
    return found.text if isinstance(found, marked.Scalar) else ""
