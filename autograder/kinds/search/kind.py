"""A search, run on trees: minimax, alpha-beta, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.assignment.file import Form
from autograder.assignment.questions import Assignment, Case, Question
from autograder.kinds.kind import Authors, Files, Kind, Onlooker, Replays
from autograder.kinds.search import lessons, sheet, signatures
from autograder.kinds.search import question as searches
from autograder.kinds.search.lessons import Results
from autograder.kinds.search.running import Searches
from autograder.kinds.search.sheet import AnswerBook
from autograder.kinds.search.words import WORDING
from autograder.report.gradebook import Gradebook

if TYPE_CHECKING:
    from autograder.observing.repairing import Score


class SearchDesk(Searches):
    """Runs searches, and teaches what they show together."""

    wording = WORDING

    def look(self, gradebook: Gradebook, judged: Results, visibility: str) -> None:
        """Look for the smallest trees on which the questions of these tests fail."""
        lessons.look(self, gradebook, judged, visibility)

    def told_of_all(self, gradebook: Gradebook, judged: Results) -> Results:
        """The tests, with the convention that those of a question follow."""
        return lessons.name_conventions(self, gradebook, judged)

    def score(self, tests: Sequence[Case]) -> Score | None:
        """A trial for each tree."""
        from autograder.kinds.search import trials  # noqa: PLC0415 - if it is wanted

        return trials.score(self.bench, tests, self.sheets)

    def teach(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines, and if wanted replays and the smallest trees."""
        lessons.add(self, gradebook, judged, replays=replays, searches=searches)


class SearchKind(Kind):
    """Values, actions and visits of a search on each of some trees."""

    name = Question.kind
    advice = ("Look inside", "What is graded", "What helps", "What to leave out")
    desk = SearchDesk
    form: Form = searches

    def completed(self, assignment: Assignment) -> Assignment:
        """With the signatures of the functions, as the answers have them."""
        return signatures.load(assignment)

    @property
    def authors(self) -> Authors:
        """The module `mistakes`."""
        from autograder.kinds.search import mistakes  # noqa: PLC0415 - likewise

        return mistakes

    def computed(
        self, assignment: Assignment, watch: Onlooker
    ) -> Iterator[tuple[Path, str]]:
        """Each file of answers with its text, as the reference tells it."""
        from autograder.kinds.search import computing  # noqa: PLC0415 - likewise

        return computing.computed(assignment, watch)

    def answers(self, assignment: Assignment) -> AnswerBook:
        """The answers on all trees."""
        return sheet.opened(assignment)

    def public(self, test: Case) -> Case:
        """With the accepted conventions and no others."""
        question = replace(test.question, conventions=test.question.accept)
        return replace(test, question=question)

    def files(self, assignment: Assignment) -> Files:
        """Trees, which are written out, and their answers."""
        from autograder.kinds.search import computing  # noqa: PLC0415 - likewise

        return computing.files(assignment)

    def suggestions(
        self, assignment: Assignment, folder: Path, watch: Onlooker, at_most: int
    ) -> Iterator[str]:
        """The smallest trees that close gaps."""
        from autograder.kinds.search import mistakes  # noqa: PLC0415 - likewise

        return mistakes.suggestions(assignment, folder, watch, at_most)


KIND = SearchKind()
