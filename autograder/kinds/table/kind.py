"""A function without a game, called on rows of arguments."""

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
from autograder.kinds.table import answers as tablefiles
from autograder.kinds.table import lessons
from autograder.kinds.table import question as tables
from autograder.kinds.table.answers import TableAnswers, tables_of
from autograder.kinds.table.entries import WORDING
from autograder.kinds.table.judging import TableResult
from autograder.kinds.table.laws import law_file, laws_of
from autograder.kinds.table.lessons import Results
from autograder.kinds.table.question import Table, TableTest
from autograder.kinds.table.running import Tables
from autograder.observing.bench import Bench
from autograder.project import LAWS, TRUSTED
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.marked import MarkedNode

if TYPE_CHECKING:
    from autograder.authoring.lazy import Payroll
    from autograder.authoring.misconceptions import Made
    from autograder.observing.repairing import Score


class TableDesk(Desk):
    """Grades tables."""

    def __init__(self, bench: Bench, answers: Mapping[str, TableAnswers]) -> None:
        self.tables = Tables(bench, answers)

    def grade(self, test: TableTest, number: str) -> Judged[TableResult]:
        """Call the function on the rows of a test."""
        return Judged(self.tables.result(test), number, WORDING)

    def score(self, tests: Sequence[TableTest]) -> Score | None:
        """A trial for each test: its rows."""
        return self.tables.score(tests)

    def teach(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines, and the only group of rows that is missed."""
        del replays, searches
        folder = self.tables.bench.staged.folder
        lessons.teach(gradebook, judged, folder)
        point_out(gradebook, judged, lessons.count, self.tables.unseen, "rows")


class TableKind(Kind):
    """Results of a function on rows of arguments, and laws that they keep."""

    name = Table.kind
    keys = tables.KEYS
    asks = tables.ASKED
    facets = tables.FACETS
    advice = ("Functions without a game",)

    def question(self, reader: Reader, node: MarkedNode, keys: Keys) -> Table:
        """A table."""
        return tables.question(reader, node, keys)

    def points(self, reader: Reader, question: Table, node: MarkedNode) -> Shares:
        """What results and laws earn."""
        return tables.points(reader, question, node)

    def tests(
        self, reader: Reader, question: Table, part: Part, node: MarkedNode
    ) -> Sequence[TableTest]:
        """A test a row, or a named group of rows."""
        return tables.tests(reader, question, part, node)

    def checked(
        self, reader: Reader, node: MarkedNode, keys: Keys, tests: Sequence[TableTest]
    ) -> Sequence[TableTest]:
        """The tests as they are."""
        return tables.checked(reader, node, keys, tests)

    def plain(self, question: Table) -> dict[str, Any]:
        """The keys of a table, but for its parts."""
        return tables.plain(question)

    def subject(self, tests: Sequence[TableTest]) -> dict[str, Any]:
        """The rows of a part, in groups."""
        return tables.subject(tests)

    def answers(self, assignment: Assignment) -> Mapping[str, TableAnswers]:
        """The results of all rows, by question; laws are loaded."""
        for tests in tables_of(assignment).values():
            laws_of(tests[0].question)
        return {
            name: replace(
                tablefiles.load(assignment, tests),
                unseen=tablefiles.load_unseen(assignment, name),
            )
            for name, tests in tables_of(assignment).items()
        }

    def desk(self, bench: Bench, answers: Mapping[str, TableAnswers]) -> TableDesk:
        """Where tables are graded."""
        return TableDesk(bench, answers)

    def computed(
        self, assignment: Assignment, watch: Onlooker
    ) -> Iterator[tuple[Path, str]]:
        """Results, and rows that no submission has met."""
        from autograder.kinds.table import computing  # noqa: PLC0415 - for authors

        yield from computing.computed(assignment, watch)

    def files(self, assignment: Assignment) -> Files:
        """The answers to these rows, and the laws that they name."""
        found: Files = {}
        for name, tests in tables_of(assignment).items():
            path = tablefiles.path_of(assignment, name).relative_to(assignment.folder)
            part = tablefiles.load(assignment, tests).of(tests)
            found[f"{TREES}/{path.as_posix()}"] = tablefiles.dump(part, tests).encode()
            for law in {law for test in tests for law in test.question.laws}:
                module = law_file(tests[0].question, law)
                found[f"{TRUSTED}/{LAWS}/{module.name}"] = module.read_bytes()
        return found

    def mistaken(
        self, assignment: Assignment
    ) -> Iterator[tuple[Table, tuple[Made, ...]]]:
        """Each table with its mistakes, made in the reference."""
        from autograder.kinds.table import mistakes as tablemistakes  # noqa: PLC0415 - likewise

        for tests in tables_of(assignment).values():
            found = tablemistakes.caught(tests, tablefiles.load(assignment, tests))
            yield tests[0].question, tuple(each.made for each in found)

    def adequacy(self, assignment: Assignment) -> Adequacy:
        """Which mistakes the rows catch."""
        from autograder.kinds.table import adequacy  # noqa: PLC0415 - likewise

        return adequacy.adequacy(assignment)

    def payroll(self, assignment: Assignment, sandbox: Sandbox) -> Payroll:
        """What functions earn that return one value, whatever they are given."""
        from autograder.kinds.table.lazy import payroll  # noqa: PLC0415 - likewise

        del sandbox
        return payroll(assignment)
