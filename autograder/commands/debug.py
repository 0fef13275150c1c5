"""The command `debug`: one's own functions on a tree or on rows, in this very process.

There are no walls around them, so prints, breakpoints and pdb work, and whoever looks
for a mistake can stop at any line. For the same reason it is for one's own code alone.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import traceback
from bdb import BdbQuit
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType

from autograder.answers.board import local_game
from autograder.answers.file import grouped_tests
from autograder.assignment.questions import ALONE, Assignment, Case, is_told
from autograder.assignment.selection import of_trees, only_selected, sole
from autograder.assignment.signature import json_arguments
from autograder.commands.options import Parser, add_assignment
from autograder.commands.streams import complain, show
from autograder.drawing import outline
from autograder.errors import AssignmentError
from autograder.files import visible
from autograder.game import Content
from autograder.kinds.all import load
from autograder.kinds.game import question as plays
from autograder.kinds.game.question import Walk
from autograder.kinds.playouts import computing
from autograder.kinds.playouts.question import PlayoutTest
from autograder.kinds.search import signatures
from autograder.kinds.table import question as tables
from autograder.kinds.table.question import TableTest, in_lists
from autograder.kinds.table.words import expected_text
from autograder.observing.observation import (
    FRAMES_PER_PLY,
    LEAST_RECURSION,
    CallRequest,
    requests_of,
)
from autograder.observing.outcome import OVERRUN, Fault
from autograder.project import TREES
from autograder.report import plain
from autograder.text import clean, listed, path_shown, wrapped
from autograder.trees import file as treefile
from autograder.trees.visitrecord import Overrun
from autograder.words.faults import fault_sentence, hints
from autograder.worker.submission import Missing, find
from autograder.worker.walking import as_functions

WITHOUT_WALLS = (
    "It runs the code as if you had started it yourself, without walls: prints, "
    "breakpoint() and pdb work, and so does whatever else the code does. Name only "
    "code of your own."
)
UNWRITTEN = "{} is not filled in yet; --question NAME tries another"
NO_TREE = "these questions are asked on rows, and on no tree"
Rows = Mapping[str, Content]  # results by the call
AnyTried = Case | PlayoutTest | TableTest | Walk
Trial = Callable[[Path], None]  # of the module in a file
RAISED = 1  # the exit status where the code did not return
LONGEST_TITLE, MOST_VISITS, WIDTH = 300, 200, 80


def add_options(command: Parser) -> None:
    """The options of `debug`."""
    command.epilog = WITHOUT_WALLS
    command.add_argument(
        "folder", type=Path, metavar="FOLDER", help="your own, or a .py file of it"
    )
    command.add_argument(
        "tree",
        metavar="TREE",
        help="its name in the table, or a file of a tree; of a function without a game "
        "a row or group by its name, or a call as a report tells it; of a game that "
        "you write its question's name: you play it",
    )
    command.add_argument(
        "--question",
        metavar="NAME",
        help="which one (default: the first for which there are a file and the tree)",
    )
    add_assignment(command)


def run(options: argparse.Namespace) -> int:
    """Show what the code does; 1 where it raises, with the traceback of its own lines.

    Raises AssignmentError for what is not there, KeyboardInterrupt where one stops it.
    """
    trial, path = chosen(
        options.folder, options.tree, options.question, options.assignment
    )
    try:
        trial(path)
    except AssignmentError:
        raise
    except BdbQuit:
        complain("left the debugger")
        return RAISED
    except BaseException as error:
        _tell(error, path.parent)
        if isinstance(error, NotImplementedError) and not options.question:
            complain(UNWRITTEN.format(path.name))
        if isinstance(error, KeyboardInterrupt):
            raise
        return RAISED
    return 0


def debug(
    folder: str | Path,
    tree: str,
    question: str | None = None,
    assignment: str | Path = TREES,
) -> None:
    """Debug from a script, under which an IDE stops at the breakpoints of the code.

    Raises what the code raises, and AssignmentError for what is not there.
    """
    trial, path = chosen(Path(folder), tree, question, Path(assignment))
    trial(path)


def call_on_rows(test: TableTest, results: Rows, path: Path) -> None:
    """Call a function on each row, and tell what came, and what should where known."""
    question = test.question
    function = _function(_imported(path), CallRequest(question.function))
    for row in test.rows:
        call = test.call(row)
        show(call)
        try:
            show(f"returned {function(*map(in_lists, row.arguments))!r}")
        finally:
            if call in results:
                show(f"expected {expected_text(results[call], question)}")


def iterate(test: PlayoutTest, path: Path) -> None:
    """Call a search by playouts, and tell each as it is asked for."""
    from autograder.commands import iterating  # noqa: PLC0415 - few questions are such

    request = CallRequest(test.question.search)
    iterating.run(test, _function(_imported(path), request))


def search(case: Case, path: Path) -> None:
    """Call both functions of a question at the root, and tell what each did."""
    title = clean(case.tree.title or case.tree_name, LONGEST_TITLE)
    show("\n".join([*wrapped(title, WIDTH), "", outline.text(case.tree)]))
    deep_enough = LEAST_RECURSION + FRAMES_PER_PLY * case.tree.height()  # as graded
    sys.setrecursionlimit(max(sys.getrecursionlimit(), deep_enough))
    module = _imported(path)
    for request in requests_of(case.question, case.tree):
        _call(module, request, case)


def _call(module: ModuleType, request: CallRequest, case: Case) -> None:
    """Call one function, and tell what it returned and which nodes it visited."""
    function = _function(module, request)
    game, root, visited = local_game(case.tree, timed=request.timed)
    given = json_arguments(request.arguments)
    show(f"\n{request.function}({', '.join(map(str, ('game', root, *given)))})")
    try:
        returned = function(game, root, *given)
        show(f"returned {returned!r}")
    except Overrun as stop:
        fault = Fault(OVERRUN, str(stop))
        show(
            "\n".join(wrapped(fault_sentence(fault, request.unanswered(fault)), WIDTH))
        )
    finally:
        labels = tuple(case.tree.nodes[index].label for index in visited)
        told = f"visited {listed(labels, MOST_VISITS) or 'nothing'}"
        show("\n".join(wrapped(told, WIDTH, "", "  ")))


def _function(module: ModuleType, request: CallRequest) -> Callable[..., object]:
    try:
        return find(module, request.function)
    except Missing as missing:
        fault = Fault(missing.kind, near=missing.near)
        told = fault_sentence(fault, request.unanswered(fault))
        raise AssignmentError(f"{module.__name__}.py: {told}") from None


def _imported(path: Path) -> ModuleType:
    """The module, under its own name, which may import others beside it.

    Nothing is left in the folder: it may be the one that is handed in.
    """
    sys.dont_write_bytecode = True
    folder = str(path.parent)
    if folder not in sys.path:
        sys.path.append(folder)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _tell(error: BaseException, folder: Path) -> None:
    """The traceback from the first line of the code in this folder on, and hints."""
    step = error.__traceback__
    while step and folder not in Path(step.tb_frame.f_code.co_filename).parents:
        step = step.tb_next
    sys.stdout.flush()
    traceback.print_exception(error.with_traceback(step))
    for hint in hints(Fault("crash", str(error), type(error).__name__)):
        complain(plain.labelled_line(hint))


def chosen(
    folder: Path, name: str, question: str | None, assignment: Path
) -> tuple[Trial, Path]:
    """What is to be tried, and the file of the module that it asks for.

    Raises AssignmentError where there is nothing of the name, or more than one thing.
    """
    asked = signatures.load(load(assignment))
    asked = only_selected(asked, question, None)
    found = {module: _file(folder, module) for module in asked.modules()}
    tests = tuple(test for test in asked.tests if found[test.question.module])
    if not tests:
        names = " or ".join(f"{module}.py" for module in found)
        raise AssignmentError(f"{path_shown(folder)}: expected {names}")
    test = _on(replace(asked, tests=tests), name)
    path = found[test.question.module]
    assert path is not None
    if isinstance(test, Case):
        return partial(search, test), path
    if isinstance(test, PlayoutTest):
        return partial(iterate, test), path
    if isinstance(test, Walk):
        return partial(play_game, asked, test), path
    return partial(call_on_rows, test, _results(asked, test)), path


def play_game(assignment: Assignment, test: Walk, path: Path) -> None:
    """Play a game of one's own."""
    from autograder.commands import playing  # noqa: PLC0415 - few questions are games

    tests = grouped_tests(assignment, Walk)[test.question.name]
    right = playing.known_positions(plays.load_answers(assignment, tests), tests)
    module = _imported(path)
    for function in test.question.written():
        _function(module, CallRequest(function))
    is_tuple = test.question.is_tuple
    playing.play(as_functions(module) if is_tuple else module, right)


def _on(assignment: Assignment, name: str) -> AnyTried:
    """The first test of this name, which may be a file of a tree, or one call.

    A game goes by the name of its question, too.
    """
    file = Path(name)
    if file.suffix == ".yaml" and file.is_file():
        return _on_file(assignment, file)
    rows = [
        test
        for tests in grouped_tests(assignment, TableTest).values()
        for test in tests
    ]
    calls = [
        replace(test, about=test.call(row), rows=(row,))
        for test in rows
        for row in test.rows
    ]
    games = grouped_tests(assignment, Walk)
    if name in games:
        return games[name][0]
    walks = [test for tests in games.values() for test in tests]
    known: tuple[AnyTried, ...]
    known = (*of_trees(assignment), *rows, *calls, *walks)
    return sole(known, name)[0]


def _on_file(assignment: Assignment, file: Path) -> Case | PlayoutTest:
    """The first search, on the tree of a file."""
    tree, played = (
        treefile.load(file),
        tuple(
            t
            for tests in grouped_tests(assignment, PlayoutTest).values()
            for t in tests
        ),
    )
    if played and (tree.iterations or not assignment.cases):
        test = replace(played[0], about=file.stem, tree=tree, part=ALONE)
        for _, why in computing.unfit(tree, test.question):
            raise AssignmentError(f"{path_shown(file)}: {why}")
        return test
    if not assignment.cases:
        raise AssignmentError(f"{path_shown(file)}: {NO_TREE}")
    question = assignment.cases[0].question
    case = Case(question, file.stem, tree)
    for _, why in signatures.misfits(case, question.signature):
        raise AssignmentError(f"{question.name} cannot be asked on {why}")
    return case


def _results(assignment: Assignment, test: TableTest) -> Rows:
    """What calls of a table should return, of those tests that students are told."""
    tests = grouped_tests(assignment, TableTest)[test.question.name]
    answers = tables.load_answers(assignment, tests)
    return {
        each.call(row): result
        for each in tests
        if is_told(each)
        for row, result in zip(
            each.rows, answers.results.get(each.about, ()), strict=False
        )
    }


def _file(folder: Path, module: str) -> Path | None:
    """The file of a module: the one named, one in the folder, or the one below it."""
    if folder.is_file():
        return folder.resolve() if folder.name == f"{module}.py" else None
    path = folder / f"{module}.py"
    if path.is_file():
        return path.resolve()
    below = [each for each in visible(folder, f"**/{path.name}") if each.is_file()]
    return below[0].resolve() if len(below) == 1 else None
