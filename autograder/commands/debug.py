"""The command `debug`: one's own functions on a tree or on rows, in this very process.

There are no walls around them, so prints, breakpoints and pdb work, and whoever looks
for a mistake can stop at any line. For the same reason it is for one's own code alone.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import sys
import traceback
from bdb import BdbQuit
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.answers.board import game_root_and_visits
from autograder.answers.file import grouped_tests
from autograder.assignment.questions import ALONE, Assignment, Case, is_told
from autograder.assignment.selection import only_selected, tests_named, tests_on_trees
from autograder.assignment.signature import json_arguments
from autograder.commands.options import Parser, add_assignment, complain, show
from autograder.drawing import outline
from autograder.errors import AssignmentError
from autograder.files import visible
from autograder.game import MAX, MIN, Content, Value
from autograder.kinds.all import load
from autograder.kinds.game import question as plays
from autograder.kinds.game.judging import utility_of
from autograder.kinds.game.question import PlayAnswers, Position, Walk
from autograder.kinds.game.words import action_text
from autograder.kinds.playouts import computing
from autograder.kinds.playouts.computing import Endless, Seat
from autograder.kinds.playouts.judging import seen, wrong_playout
from autograder.kinds.playouts.question import PlayoutTest
from autograder.kinds.playouts.words import credit_sentence, step_sentence
from autograder.kinds.search import signatures
from autograder.kinds.search.stepwords import number
from autograder.kinds.table import question as tables
from autograder.kinds.table.kind import expected_text
from autograder.kinds.table.question import TableTest, in_lists
from autograder.observing.observation import (
    CallRequest,
    recursion_limit,
    value_and_action_requests,
)
from autograder.observing.outcome import OVERRUN, Fault
from autograder.project import TREES
from autograder.report import plain
from autograder.sandbox.forms import ACTIONS, MOVER, TERMINAL, UTILITY
from autograder.text import clean, count_text, listed, path_shown, wrapped
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree
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
PLAYED = "playout {} from {}: {}"
ASK = "action, or its number; Enter ends: "
EXPECTED = "{}, expected {}"
Line = tuple[Content, ...]  # of actions
Told = Mapping[Line, Position]


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
    trial, path = trial_and_file(
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
    trial, path = trial_and_file(Path(folder), tree, question, Path(assignment))
    trial(path)


def debug_rows(test: TableTest, results: Rows, path: Path) -> None:
    """Call a function on each row, and tell what came, and what should where known."""
    question = test.question
    function = _function(_imported(path), CallRequest(question.function))
    for row in test.rows:
        call = test.call_text(row)
        show(call)
        try:
            show(f"returned {function(*map(in_lists, row.arguments))!r}")
        finally:
            if call in results:
                show(f"expected {expected_text(results[call], question)}")


def debug_playouts(test: PlayoutTest, path: Path) -> None:
    """Call a search by playouts, and tell each playout as it is asked for.

    Then what it returned; and the first wrong playout, where students are told.
    """
    tree = test.tree
    search = _function(_imported(path), CallRequest(test.question.search))
    _begin(tree, test.about)

    def watch(index: int, payoff: Value) -> None:
        label = tree.nodes[index].label
        show(PLAYED.format(len(seat.played), label, number(payoff)))

    seat = Seat(tree, apart=test.question.has_distinct_states, watch=watch)
    show(f"\n{test.question.search}(game, {seat.root!r}, {tree.iterations})")
    try:
        show(f"returned {seat.run(search)!r}")
    except Endless as stop:
        fault = Fault(OVERRUN, str(stop))
        _show_wrapped(fault_sentence(fault, seen(test, fault).call))
    if is_told(test):
        _compare(test, tuple(seat.played))


def _compare(test: PlayoutTest, played: tuple[int, ...]) -> None:
    """What is right, beside the playouts of a search."""
    tree = test.tree
    right = computing.right_playouts(tree)
    show(f"expected {right.action!r}")
    if played == right.playouts:
        show(f"all {count_text(len(played), 'playout')} are right")
        return
    wrong = wrong_playout(tree, played, right)
    _show_wrapped(step_sentence(wrong, tree), "  ")
    if wrong.credit is not None:
        _show_wrapped(credit_sentence(wrong.credit, tree), "  ")


def _begin(tree: GameTree, name: str) -> None:
    """Show a tree below its title; a search may be as deep as when it is graded."""
    title = clean(tree.title or name, LONGEST_TITLE)
    show("\n".join([*wrapped(title, WIDTH), "", outline.outline_text(tree)]))
    sys.setrecursionlimit(max(sys.getrecursionlimit(), recursion_limit(tree)))


def _show_wrapped(text: str, rest: str = "") -> None:
    show("\n".join(wrapped(text, WIDTH, "", rest)))


def debug_search(case: Case, path: Path) -> None:
    """Call both functions of a question at the root, and tell what each did."""
    _begin(case.tree, case.tree_name)
    module = _imported(path)
    for request in value_and_action_requests(case.question, case.tree):
        _call(module, request, case)


def _call(module: ModuleType, request: CallRequest, case: Case) -> None:
    function = _function(module, request)
    game, root, visited = game_root_and_visits(case.tree, timed=request.timed)
    given = json_arguments(request.arguments)
    show(f"\n{request.function}({', '.join(map(str, ('game', root, *given)))})")
    try:
        returned = function(game, root, *given)
        show(f"returned {returned!r}")
    except Overrun as stop:
        fault = Fault(OVERRUN, str(stop))
        _show_wrapped(fault_sentence(fault, request.stand_in_observation(fault)))
    finally:
        labels = tuple(case.tree.nodes[index].label for index in visited)
        _show_wrapped(f"visited {listed(labels, MOST_VISITS) or 'nothing'}", "  ")


def _function(module: ModuleType, request: CallRequest) -> Callable[..., object]:
    try:
        return find(module, request.function)
    except Missing as missing:
        fault = Fault(missing.kind, near=missing.near)
        told = fault_sentence(fault, request.stand_in_observation(fault))
        raise AssignmentError(f"{module.__name__}.py: {told}") from None


def _imported(path: Path) -> ModuleType:
    """The module, under its own name, which may import others beside it."""
    sys.dont_write_bytecode = True  # the folder may be the one that is handed in
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


def trial_and_file(
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
        return partial(debug_search, test), path
    if isinstance(test, PlayoutTest):
        return partial(debug_playouts, test), path
    if isinstance(test, Walk):
        return partial(play_game, asked, test), path
    return partial(debug_rows, test, _results(asked, test)), path


def play_game(assignment: Assignment, test: Walk, path: Path) -> None:
    """Play a game of one's own."""
    tests = grouped_tests(assignment, Walk)[test.question.name]
    right = told_positions(plays.load_answers(assignment, tests), tests)
    module = _imported(path)
    for function in test.question.functions_to_write():
        _function(module, CallRequest(function))
    is_tuple = test.question.is_tuple
    play_by_hand(as_functions(module) if is_tuple else module, right)


def _on(assignment: Assignment, name: str) -> AnyTried:
    """The first test of a tree, its file, a row or a call; a game by its question."""
    file = Path(name)
    if file.suffix == ".yaml" and file.is_file():
        tree = treefile.load(file)
        by_name = grouped_tests(assignment, PlayoutTest)
        played = [test for tests in by_name.values() for test in tests]
        if played and (tree.iterations or not assignment.cases):
            test = replace(played[0], about=file.stem, tree=tree, part=ALONE)
            for _, why in computing.reasons_unfit(tree, test.question):
                raise AssignmentError(f"{path_shown(file)}: {why}")
            return test
        if not assignment.cases:
            raise AssignmentError(f"{path_shown(file)}: {NO_TREE}")
        question = assignment.cases[0].question
        case = Case(question, file.stem, tree)
        for _, why in signatures.misfits(case, question.signature):
            raise AssignmentError(f"{question.name} cannot be asked on {why}")
        return case
    tables_by_name = grouped_tests(assignment, TableTest)
    rows = [test for tests in tables_by_name.values() for test in tests]
    calls = [
        replace(test, about=test.call_text(row), rows=(row,))
        for test in rows
        for row in test.rows
    ]
    games = grouped_tests(assignment, Walk)
    if name in games:
        return games[name][0]
    walks = [test for tests in games.values() for test in tests]
    known: tuple[AnyTried, ...]
    known = (*tests_on_trees(assignment), *rows, *calls, *walks)
    return tests_named(known, name)[0]


def _results(assignment: Assignment, test: TableTest) -> Rows:
    """What calls of a table should return, of those tests that students are told."""
    tests = grouped_tests(assignment, TableTest)[test.question.name]
    answers = tables.load_answers(assignment, tests)
    return {
        each.call_text(row): result
        for each in tests
        if is_told(each)
        for row, result in zip(
            each.rows, answers.results.get(each.about, ()), strict=False
        )
    }


def _file(folder: Path, module: str) -> Path | None:
    if folder.is_file():
        return folder.resolve() if folder.name == f"{module}.py" else None
    path = folder / f"{module}.py"
    if path.is_file():
        return path.resolve()
    below = [each for each in visible(folder, f"**/{path.name}") if each.is_file()]
    return below[0].resolve() if len(below) == 1 else None


def told_positions(answers: PlayAnswers, tests: Sequence[Walk]) -> Told:
    """What is right behind the lines of those tests that students are told of."""
    lines = (line for t in tests if is_told(t) for line in answers.lines_of_test(t))
    return {line.actions: answers.positions[line.position] for line in lines}


def play_by_hand(
    module: ModuleType, right: Told, ask: Callable[[str], str] = input
) -> None:
    """Play until the game is over, or nobody chooses an action any more.

    What the game says is shown state by state, with what is right where that is told.
    Raises what the game raises.
    """
    game = vars(module)
    line: Line = ()
    state = game["initial_state"]()
    while True:
        actions = _shown_actions(game, state, right.get(line))
        if game[TERMINAL](state):
            return
        action = _chosen(ask, actions)
        if action is None:
            return
        show(f"\nresult(state, {action_text(action)})")
        state, line = game["result"](state, action), (*line, action)


def _shown_actions(
    game: Mapping[str, Any], state: Any, right: Position | None
) -> list[Any]:
    """The actions of a state, once it has been shown with what is said of it."""
    show(f"state {state!r}")
    is_over = game[TERMINAL](state)
    show(_line(TERMINAL, is_over, right and right.is_over))
    if is_over:
        for player in (MAX, MIN):
            is_known = right is not None and right.is_over
            worth = utility_of(right, player) if right and is_known else None
            show(_line(f"{UTILITY} for {player}", game[UTILITY](state, player), worth))
        return []
    show(_line(MOVER, game[MOVER](state), right and right.mover))
    actions = list(game[ACTIONS](state))
    rows = "\n".join(f"  {i}  {each!r}" for i, each in enumerate(actions, 1))
    show(f"{ACTIONS}\n{rows}")
    if right is not None:
        for each in [each for each in right.actions if each not in actions]:
            show(f"  missing {each!r}")
        for each in [each for each in actions if each not in right.actions]:
            show(f"  not legal {each!r}")
    return actions


def _line(what: str, said: Any, right: Any) -> str:
    told = f"{what} {said!r}"
    is_right = right is None or said == right
    return told if is_right else EXPECTED.format(told, repr(right))


def _chosen(ask: Callable[[str], str], actions: Sequence[Any]) -> Any:
    """An action by its number, or as Python writes it; None where there is none."""
    try:
        text = ask(ASK).strip()
    except EOFError:
        return None
    if not text:
        return None
    if text.isdecimal() and 1 <= int(text) <= len(actions):
        return actions[int(text) - 1]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
