"""A search, run on trees: minimax, alpha-beta, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.assignment.points import Shares
from autograder.assignment.questions import (
    FACETS,
    Assignment,
    Case,
    Part,
    Question,
)
from autograder.assignment.reading import Keys, Reader
from autograder.kinds.entries import Judged
from autograder.kinds.kind import (
    Adequacy,
    Desk,
    Files,
    Kind,
    Onlooker,
    Replays,
)
from autograder.kinds.search import lessons, reference, sheet
from autograder.kinds.search import question as searches
from autograder.kinds.search.lessons import Numbered, Results
from autograder.kinds.search.running import Searches
from autograder.kinds.search.sheet import AnswerBook
from autograder.kinds.search.words import WORDING
from autograder.observing.bench import Bench
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.marked import MarkedNode

if TYPE_CHECKING:
    from autograder.authoring.lazy import Payroll
    from autograder.authoring.misconceptions import Made
    from autograder.observing.repairing import Score


class SearchDesk(Desk):
    """Grades searches."""

    def __init__(self, bench: Bench, book: AnswerBook) -> None:
        self.searches = Searches(bench, book)

    def grade(self, test: Case, number: str) -> Numbered:
        """Run a test on its tree."""
        return Judged(self.searches.result(test), number, WORDING)

    def look(self, gradebook: Gradebook, judged: Results, visibility: str) -> None:
        """Look for the smallest trees on which the questions of these tests fail."""
        lessons.look(self.searches, gradebook, judged, visibility)

    def told_of_all(self, gradebook: Gradebook, judged: Results) -> Results:
        """The tests, with the convention that those of a question follow."""
        return lessons.name_conventions(self.searches, gradebook, judged)

    def score(self, tests: Sequence[Case]) -> Score | None:
        """A trial for each tree."""
        from autograder.kinds.search import trials  # noqa: PLC0415 - if it is wanted

        return trials.score(self.searches.bench, tests, self.searches.sheets)

    def teach(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines, and if wanted replays and the smallest trees."""
        lessons.add(
            self.searches, gradebook, judged, replays=replays, searches=searches
        )


class SearchKind(Kind):
    """Values, actions and visits of a search on each of some trees."""

    name = Question.kind
    keys = searches.KEYS
    asks = searches.ASKED
    facets = FACETS
    advice = ("Look inside", "What is graded", "What helps", "What to leave out")

    def question(self, reader: Reader, node: MarkedNode, keys: Keys) -> Question:
        """A search."""
        return searches.question(reader, node, keys)

    def points(self, reader: Reader, question: Question, node: MarkedNode) -> Shares:
        """What value, action, visits and functions earn."""
        return searches.points(reader, question, node)

    def tests(
        self, reader: Reader, question: Question, part: Part, node: MarkedNode
    ) -> Sequence[Case]:
        """A test a tree."""
        return searches.tests(reader, question, part, node)

    def checked(
        self, reader: Reader, node: MarkedNode, keys: Keys, tests: Sequence[Case]
    ) -> Sequence[Case]:
        """The tests, with what all their trees tell."""
        return searches.checked(reader, node, keys, tests)

    def plain(self, question: Question) -> dict[str, Any]:
        """The keys of a search, but for its parts."""
        return searches.plain(question)

    def subject(self, tests: Sequence[Case]) -> list[str]:
        """The files of the trees of a part."""
        return searches.subject(tests)

    def completed(self, assignment: Assignment) -> Assignment:
        """With the signatures of the functions, as the answers have them."""
        return reference.load(assignment)

    def answers(self, assignment: Assignment) -> AnswerBook:
        """The answers on all trees."""
        return sheet.opened(assignment)

    def desk(self, bench: Bench, answers: AnswerBook) -> SearchDesk:
        """Where searches are graded."""
        return SearchDesk(bench, answers)

    def computed(
        self, assignment: Assignment, watch: Onlooker
    ) -> Iterator[tuple[Path, str]]:
        """Signatures, and answers."""
        from autograder.kinds.search import computing  # noqa: PLC0415 - for authors

        yield from computing.computed(assignment, watch)

    def public(self, test: Case) -> Case:
        """With the accepted conventions and no others."""
        question = replace(test.question, conventions=test.question.accept)
        return replace(test, question=question)

    def files(self, assignment: Assignment) -> Files:
        """Trees, which are written out, and their answers."""
        from autograder.kinds.search import computing  # noqa: PLC0415 - likewise

        return computing.files(assignment)

    def mistaken(
        self, assignment: Assignment
    ) -> Iterator[tuple[Question, tuple[Made, ...]]]:
        """Each search with its mistakes."""
        from autograder.kinds.search import mistakes as adequacy  # noqa: PLC0415 - likewise
        from autograder.kinds.search.reference import signed  # noqa: PLC0415 - likewise

        whole = signed(assignment)
        for question in whole.questions():
            yield question, adequacy.made_for(whole, question)

    def adequacy(self, assignment: Assignment) -> Adequacy:
        """Which mistakes the trees catch."""
        from autograder.kinds.search import adequacy  # noqa: PLC0415 - likewise

        return adequacy.adequacy(assignment)

    def suggestions(
        self, assignment: Assignment, folder: Path, watch: Onlooker, at_most: int
    ) -> Iterator[str]:
        """The smallest trees that close gaps."""
        from autograder.kinds.search import adequacy  # noqa: PLC0415 - likewise

        yield from adequacy.suggestions(assignment, folder, watch, at_most)

    def payroll(self, assignment: Assignment, sandbox: Sandbox) -> Payroll:
        """What programs earn that go through no tree."""
        from autograder.kinds.search.lazy import payroll  # noqa: PLC0415 - likewise

        return payroll(assignment, sandbox)
