"""A search by playouts, asked on trees: Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.assignment.points import Shares
from autograder.assignment.questions import Assignment, Part
from autograder.assignment.reading import Keys, Reader
from autograder.kinds.judged import Judged
from autograder.kinds.kind import (
    TREES,
    Adequacy,
    Desk,
    Files,
    Kind,
    Onlooker,
    Replays,
)
from autograder.kinds.knowing import point_out
from autograder.kinds.playouts import answers as playoutfiles
from autograder.kinds.playouts import lessons
from autograder.kinds.playouts import question as playouts
from autograder.kinds.playouts.answers import PlayoutAnswers
from autograder.kinds.playouts.entries import WORDING
from autograder.kinds.playouts.judging import PlayoutResult
from autograder.kinds.playouts.lessons import Results
from autograder.kinds.playouts.question import PlayoutQuestion, PlayoutTest, searches_of
from autograder.kinds.playouts.running import Searches
from autograder.observing.bench import Bench
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.marked import MarkedNode

if TYPE_CHECKING:
    from autograder.authoring.lazy import Payroll
    from autograder.authoring.misconceptions import Made
    from autograder.observing.repairing import Score


class PlayoutDesk(Desk):
    """Grades searches by playouts."""

    def __init__(self, bench: Bench, answers: Mapping[str, PlayoutAnswers]) -> None:
        self.searches = Searches(bench, answers)

    def grade(self, test: PlayoutTest, number: str) -> Judged[PlayoutResult]:
        """Run a test on its tree."""
        return Judged(self.searches.result(test), number, WORDING)

    def score(self, tests: Sequence[PlayoutTest]) -> Score | None:
        """A trial for each tree."""
        return self.searches.score(tests)

    def teach(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines, and if wanted replays."""
        del searches
        desk = self.searches
        lessons.teach(gradebook, judged, desk.bench, replays)
        point_out(gradebook, judged, lessons.count, desk.unseen, "trees")


class PlayoutKind(Kind):
    """Playouts and actions of a search on each of some trees."""

    name = PlayoutQuestion.kind
    keys = playouts.KEYS
    asks = playouts.ASKED
    facets = playouts.FACETS
    advice = ("Playouts",)

    def question(self, reader: Reader, node: MarkedNode, keys: Keys) -> PlayoutQuestion:
        """A search by playouts."""
        return playouts.question(reader, node, keys)

    def points(
        self, reader: Reader, question: PlayoutQuestion, node: MarkedNode
    ) -> Shares:
        """What playouts and action earn."""
        del question
        return playouts.points(reader, node)

    def tests(
        self, reader: Reader, question: PlayoutQuestion, part: Part, node: MarkedNode
    ) -> Sequence[PlayoutTest]:
        """A test a tree."""
        return playouts.tests(reader, question, part, node)

    def plain(self, question: PlayoutQuestion) -> dict[str, Any]:
        """The keys of a question, but for its parts."""
        return playouts.plain(question)

    def subject(self, tests: Sequence[PlayoutTest]) -> list[str]:
        """The files of the trees of a part."""
        return playouts.subject(tests)

    def answers(self, assignment: Assignment) -> Mapping[str, PlayoutAnswers]:
        """The playouts on all trees, by question."""
        return {
            name: replace(
                playoutfiles.load(assignment, tests),
                unseen=playoutfiles.load_unseen(assignment, name),
            )
            for name, tests in searches_of(assignment).items()
        }

    def desk(self, bench: Bench, answers: Mapping[str, PlayoutAnswers]) -> PlayoutDesk:
        """Where searches by playouts are graded."""
        return PlayoutDesk(bench, answers)

    def computed(
        self, assignment: Assignment, watch: Onlooker
    ) -> Iterator[tuple[Path, str]]:
        """Playouts, and trees that no submission has met."""
        from autograder.kinds.playouts import computing  # noqa: PLC0415 - for authors

        yield from computing.computed(assignment, watch)

    def files(self, assignment: Assignment) -> Files:
        """Trees, which are written out, and the answers on them."""
        from autograder.kinds.treefiles import written  # noqa: PLC0415 - likewise

        found: Files = {}
        for name, tests in searches_of(assignment).items():
            paths = {test.about: test.place(assignment) for test in tests}
            trees = {test.about: test.tree for test in tests}
            found |= written(assignment.folder, paths, trees)
            path = playoutfiles.path_of(assignment, name).relative_to(assignment.folder)
            part = playoutfiles.load(assignment, tests).of(tests)
            found[f"{TREES}/{path.as_posix()}"] = playoutfiles.dump(part).encode()
        return found

    def mistaken(
        self, assignment: Assignment
    ) -> Iterator[tuple[PlayoutQuestion, tuple[Made, ...]]]:
        """Each question with its mistakes, made in the reference."""
        from autograder.kinds.playouts import mistakes as playoutmistakes  # noqa: PLC0415 - likewise

        for tests in searches_of(assignment).values():
            found = playoutmistakes.caught(tests, playoutfiles.load(assignment, tests))
            yield tests[0].question, tuple(each.made for each in found)

    def adequacy(self, assignment: Assignment) -> Adequacy:
        """Which mistakes the trees catch."""
        from autograder.kinds.playouts import adequacy  # noqa: PLC0415 - likewise

        return adequacy.adequacy(assignment)

    def payroll(self, assignment: Assignment, sandbox: Sandbox) -> Payroll:
        """What programs earn that ask for playouts and search nothing."""
        from autograder.kinds.playouts.lazy import payroll  # noqa: PLC0415 - likewise

        del sandbox
        return payroll(assignment)
