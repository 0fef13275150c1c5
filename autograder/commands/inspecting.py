"""What `bundle` looks at before it packs: solutions left in stubs, trees given away."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from autograder.answers.file import grouped_tests
from autograder.assignment.questions import VISIBLE, AnyTest, Assignment, Case
from autograder.assignment.reading import FILE
from autograder.game import position_of
from autograder.grading.grading import grade_in_a_loop, opened
from autograder.kinds.game.question import Position, Rules, Walk, load_answers
from autograder.kinds.search.signatures import place_of
from autograder.kinds.table.question import TableTest
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.text import clean, few
from autograder.trees.tree import GameTree

NAMES = 120  # characters of the tests that are listed
ANYWAY = "--anyway"
REFUSED = f"nothing was packed; {ANYWAY} packs it as it is"
SOLVED = "{}: the stub earns points in {} ({}): was a solution left in it?"
SHOWN_ELSEWHERE = "{}: {} hides it, but {} shows it: tree and answers are public"
EQUAL = "{}: {} hides it, but it is {}, which students see, under other labels"

SHOWN_POSITION = (
    "{}: hidden lines of {} come to {}, which students see in {}: shorten that, or "
    "show lines as long"
)
SAME_ROW = "{}: {} hides {}, but a visible row asks for it: its result is public"


def findings(assignment: Assignment, stubs: Mapping[str, Path]) -> Iterator[str]:
    """What students would get that they should not; `stubs` are files by path."""
    yield from _solved(assignment, stubs)
    shown = {case.tree_name: case for case in _cases(assignment, visible=True)}
    alike = {_unlabelled(case.tree): name for name, case in reversed(shown.items())}
    for case in _cases(assignment, visible=False):
        name, question = case.tree_name, case.question.name
        place = "{}:{}:{}: {}".format(
            *place_of(assignment, case.question, "trees", case.part), name
        )
        if other := shown.get(name):
            yield SHOWN_ELSEWHERE.format(place, question, other.question.name)
        elif twin := alike.get(_unlabelled(case.tree)):
            yield EQUAL.format(place, question, twin)
    yield from _shown_rows(assignment)
    yield from _shown_positions(assignment)


def _shown_positions(assignment: Assignment) -> Iterator[str]:
    """Positions that hidden lines of a game come to, though students see them."""
    games = grouped_tests(assignment, Walk)
    answers = {name: load_answers(assignment, tests) for name, tests in games.items()}
    public = {
        name: _going_on(answers[name].for_tests([*filter(_is_public, tests)]).positions)
        for name, tests in games.items()
    }
    trees = {
        test.about: {position_of(node.label) for node in tree.nodes if node.children}
        for test in filter(_is_public, assignment.tests)
        if isinstance(tree := getattr(test, "tree", None), GameTree)
    }
    for name, tests in games.items():
        question = tests[0].question
        hidden = _going_on(answers[name].positions) - public[name]
        others = {n: public[n] for n in games if _is_same(question, games[n])}
        for other, labels in {**trees, **others}.items():
            if given := [label for label in hidden if label in labels]:
                mark = question.marks.get("name", (1, 1))
                place = "{}:{}:{}".format(assignment.folder / FILE, *mark)
                label = clean(min(given), NAMES)
                yield SHOWN_POSITION.format(place, name, label, other)


def _is_same(question: Rules, tests: Sequence[Walk]) -> bool:
    """Whether others of the same game are asked for."""
    other = tests[0].question
    return other.name != question.name and other.game == question.game


def _going_on(positions: Iterable[Position]) -> set[str]:
    return {position.label for position in positions if not position.is_over}


def _is_public(test: AnyTest) -> bool:
    return test.visibility == VISIBLE


def _shown_rows(assignment: Assignment) -> Iterator[str]:
    """Rows that are hidden, though students see the same call."""
    rows = [
        (test, row, (test.question.module, test.call(row)))
        for tests in grouped_tests(assignment, TableTest).values()
        for test in tests
        for row in test.rows
    ]
    shown = {call for test, _, call in rows if test.visibility == VISIBLE}
    for test, row, call in rows:
        if test.visibility != VISIBLE and call in shown:
            place = "{}:{}:{}".format(assignment.folder / FILE, *row.mark)
            asked = clean(call[1], NAMES)
            yield SAME_ROW.format(place, test.question.name, asked)


def _solved(assignment: Assignment, stubs: Mapping[str, Path]) -> Iterator[str]:
    """Stubs that earn points as they are, which a function that raises never does."""
    with TemporaryDirectory() as folder, Sandbox() as sandbox:
        for name, path in stubs.items():
            Path(folder, name).parent.mkdir(parents=True, exist_ok=True)
            Path(folder, name).write_bytes(path.read_bytes())
        gradebook = Gradebook(None)
        report = gradebook.report
        grading = opened(assignment, Path(folder), sandbox, report, trusted=True)
        judged = grade_in_a_loop(grading, gradebook).values()
    first, *_ = assignment.handed_in()
    for question in assignment.all_questions():
        own = [each for each in judged if each.test.question.name == question.name]
        names = tuple([each.test.about for each in own if each.result.points > 0])
        if names:
            told = clean(few(names, NAMES), 2 * NAMES)
            stub = stubs.get(f"{question.module}.py", stubs[f"{first}.py"])
            yield SOLVED.format(stub, question.name, told)


def _cases(assignment: Assignment, *, visible: bool) -> list[Case]:
    """The tests of searches that students see at once, or those that they do not."""
    return [c for c in assignment.cases if (c.visibility == VISIBLE) == visible]


def _unlabelled(tree: GameTree) -> Hashable:
    """All of a tree that a search can turn on, whatever its nodes are called."""
    nodes = tuple(
        (
            node.to_move if node.children else "",
            node.children,
            node.utility,
            node.probabilities,
            node.estimate,
            node.quiet,
        )
        for node in tree.nodes
    )
    return nodes, tree.window, tree.limit, tree.bounds
