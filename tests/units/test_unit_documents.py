"""docs/units: what is said of a unit's questions, trees and mistakes is so."""

from __future__ import annotations

import re
import shlex
from collections import defaultdict

import pytest

from autograder.answers import file as answers
from autograder.answers.file import grouped_tests
from autograder.assignment.questions import RECORDED, Assignment, Question
from autograder.kinds.game.observing import SIGNATURES
from autograder.kinds.game.question import Walk
from autograder.kinds.match.question import MatchTest
from autograder.kinds.playouts import question as playouts
from autograder.kinds.playouts.question import ITERATIONS, PlayoutTest
from autograder.kinds.search import signatures
from autograder.kinds.table import question as tables
from autograder.kinds.table.question import TableTest
from autograder.sandbox.forms import FUNCTIONS
from autograder.trees.tree import GameTree
from autograder.trees.values import best_actions
from tests.cases import for_each
from tests.small import ROOT, run, without_layers
from tests.transcripts import shortened
from tests.unitgrading import TREES, mistaken, unit
from tests.unitnames import EVERY, WITH_PLAYOUTS, WITH_TREES

DOCUMENTS = ROOT / "docs" / "units"
CONSOLE = re.compile(r"```console\n\$ \./run_autograder ([^\n]+)\n(.*?)```", re.DOTALL)
NAME = re.compile(r"`([^`]+)`")
LENDER = {"connect_four": "depth_limited"}  # whose page has the other trees

FUNCTIONS_OF_GAMES = {f"{name}({SIGNATURES[name]})" for name in FUNCTIONS}

Row = list[str]


def unit_of(name: str) -> Assignment:
    """The assignment of a unit, with its signatures."""
    return signatures.load(unit(name))


def text_of(name: str) -> str:
    """The document of a unit."""
    return (DOCUMENTS / f"{name}.md").read_text(encoding="utf-8")


def table(name: str, head: str) -> list[Row]:
    """The rows of the table whose head begins so, none where there is no such table."""
    _, _, below = (text_of(name) if name else "").partition(f"\n| {head} |")
    rows = below.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row[1:-1].split("|")] for row in rows]


TRANSCRIPTS = [found for name in EVERY for found in CONSOLE.findall(text_of(name))]


def test_there_are_transcripts() -> None:
    """Each unit has one; tests/endtoend holds them to what is printed."""
    assert all(CONSOLE.search(text_of(name)) for name in EVERY)


@for_each("name", EVERY)
def test_each_question_stands_there_with_its_points(name: str) -> None:
    """In their order."""
    asked = unit(name)
    points: dict[str, float] = defaultdict(float)
    for test in asked.tests:
        points[test.question.name] += test.points.max_points
    expected = [(f"`{question}`", f"{most:g}") for question, most in points.items()]
    assert [(row[0], row[-1]) for row in table(name, "question")] == expected


@for_each("name", EVERY)
def test_each_function_stands_there_with_its_arguments(name: str) -> None:
    """As the reference has them, of a search behind game and state."""
    asked = unit_of(name)
    calls = {q.name: searching(q) for q in asked.questions()}
    for question, tests in grouped_tests(asked, TableTest).items():
        names = tables.load_answers(asked, tests).names
        calls[question] = {f"{tests[0].question.function}({', '.join(names)})"}
    for question, played in grouped_tests(asked, PlayoutTest).items():
        calls[question] = {f"{played[0].question.search}({ITERATIONS})"}
    for question in grouped_tests(asked, MatchTest):
        calls[question] = {"choose()"}
    for question, walks in grouped_tests(asked, Walk).items():
        calls[question] = {"game()"} if walks[0].question.is_tuple else set()
    found = {row[0]: set(NAME.findall(row[1])) for row in table(name, "question")}
    assert found == {f"`{question}`": called for question, called in calls.items()}


def test_the_functions_of_games_stand_above_the_table() -> None:
    """Once for all games."""
    above = text_of("modelling").partition("| question |")[0]
    assert {*NAME.findall(above)} == FUNCTIONS_OF_GAMES


def searching(question: Question) -> set[str]:
    """The functions of a search with their arguments."""
    signature = question.signature
    calls = {(each.name, each.arguments) for each in signature.functions}
    if question.search:
        calls |= {(question.search, signature.search)}
    if question.ordering_function:
        calls |= {(question.ordering_function, ("actions",))}
    return {f"{name}({', '.join(arguments)})" for name, arguments in calls}


@pytest.mark.parametrize("name", WITH_TREES)
def test_each_tree_stands_there_with_its_value(name: str) -> None:
    """And with its first best action, or the recorded one where that counts.

    Trees that were drawn at random may be left out, where the page says so.
    """
    found, lent = (
        {tree: (value, action) for tree, _, value, action, _ in table(page, "tree")}
        for page in (name, LENDER.get(name, ""))
    )
    trees = unit(name).trees()
    expected = {f"`{tree}`": computed(name, tree, trees[tree]) for tree in trees}
    files = {f"`{tree}`": unit(name).file_of(tree) for tree in trees}
    is_said = "were drawn at random" in text_of(name)
    drawn = {t for t, f in files.items() if "source: Drawn at random" in f.read_text()}
    built = {t: row for t, row in expected.items() if not (is_said and t in drawn)}
    assert found.items() <= expected.items()
    assert built.items() <= (lent | found).items()


def computed(name: str, tree_name: str, tree: GameTree) -> tuple[str, str]:
    """What the answers have of a tree."""
    path = TREES / name / "answers" / f"{tree_name}.json"
    found = answers.parse(path.read_text("utf-8"), tree)
    values, asked = found.values, unit(name).questions_on(tree_name)
    value = values[tree.root.label]
    numbers = value if isinstance(value, tuple) else (value,)
    told = " ".join(f"{number:g}" for number in numbers).replace("-", "−")
    if all(question.visits == RECORDED for question in asked):
        recorded, *_ = found.questions[asked[0].name].values()
        return told, str(recorded.action)
    return told, next(iter(best_actions(tree, values)), "")


@pytest.mark.parametrize("name", WITH_PLAYOUTS)
def test_each_tree_of_playouts_stands_there_with_its_action(name: str) -> None:
    """And with its iterations; of a unit with other trees, too, in a second table."""
    rows = table(name, "tree | iterations")
    found = {tree: (most, action) for tree, most, action, _ in rows}
    expected = {
        f"`{tree}`": (str(len(played.playouts)), played.action)
        for tests in grouped_tests(unit(name), PlayoutTest).values()
        for tree, played in playouts.load_answers(unit(name), tests).trees.items()
    }
    assert found == expected


def test_the_rows_of_the_backup_are_counted() -> None:
    """In docs/units/stacks.md, and its groups."""
    tests = grouped_tests(unit("stacks"), TableTest)["backup1"]
    rows = sum(len(test.rows) for test in tests)
    assert len(tests) == 3
    assert f"of {rows} rows in three groups" in text_of("stacks")


def renewed(found: re.Match[str]) -> str:
    """A transcript as it is printed today."""
    done = run(*shlex.split(found[1]))
    printed = shortened(found[2], f"{without_layers(done.stdout)}\n")
    return f"```console\n$ ./run_autograder {found[1]}\n{printed}```"


def renew() -> None:
    """Write what is printed and what is counted anew."""
    for name in EVERY:
        text = CONSOLE.sub(renewed, text_of(name))
        for question, made in mistaken(name):
            count = len({each.mistake.name for each in made})
            text = re.sub(rf"\b\d+(\sof\s`{question.name}`)", rf"{count}\1", text)
        (DOCUMENTS / f"{name}.md").write_text(text, encoding="utf-8")
