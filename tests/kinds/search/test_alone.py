"""Each stub graded alone: a broken one does not hide the other.

The broken ones are those of the misconceptions, put beside the right one of the
reference. What is right is decided here by the sense of a bound.
"""

from __future__ import annotations

import ast
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from math import inf, nan
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.answers.board import Board
from autograder.answers.file import Answer, Answers
from autograder.assignment.questions import Case, Limits, Points, Question
from autograder.assignment.signature import Function, Signature
from autograder.authoring.misconceptions import (
    MistakeProgram,
    all_misconceptions,
    mistake_programs,
)
from autograder.game import State
from autograder.judging.verdicts import Verdict, of_fault
from autograder.kinds import all as assignments
from autograder.kinds.search import alone, signatures, trusted
from autograder.kinds.search.alone import AloneCheck, Passed, is_right
from autograder.kinds.search.judging import Finding, judge
from autograder.kinds.search.judging import is_right as is_right_whole
from autograder.kinds.search.matrix import accepted_programs
from autograder.kinds.search.signatures import Sheet
from autograder.observing.observation import CallRequest, Observation, observe_inside
from autograder.observing.outcome import Fault, Returned, decode
from autograder.project import load_module
from autograder.sandbox.oracle import StandInCall
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree, Node
from autograder.worker import values
from autograder.worker.watching import StandIn
from tests.asking import case_of
from tests.cases import for_each
from tests.mistaken import observe
from tests.mistaken import question as named_question
from tests.plainsearch import AlphaBeta, Window, exact_values, tree_of, windows
from tests.plainsearch import trees as game_trees
from tests.small import ROOT, examples

REFERENCE = ROOT / "reference"
ASSIGNMENT = assignments.load(ROOT / "test_trees")
ANSWERS = signatures.load_answers(ASSIGNMENT)
FUNCTIONS = ("max_value", "min_value")
FACETS = ("value", "action", "visits", "search_visits", *FUNCTIONS)
ALL = Points(tuple((facet, 1.0) for facet in FACETS))
CASES = {  # of each tree all is asked
    question.name: [
        replace(case, points=ALL)
        for case in ASSIGNMENT.cases
        if case.question.name == question.name
    ]
    for question in ASSIGNMENT.questions()
}
OTHER = dict(zip(FUNCTIONS, reversed(FUNCTIONS), strict=True))
STYLES = {
    "minimax": (REFERENCE / "minimax.py",),
    "alpha_beta": (
        REFERENCE / "alpha_beta.py",
        REFERENCE / "conventions" / "fail_hard.py",
        REFERENCE / "conventions" / "strict.py",
    ),
}
AIMA = tree_of(
    {
        "A": {
            "B": {"B1": 3, "B2": 12, "B3": 8},
            "C": {"C1": 2, "C2": 4, "C3": 6},
            "D": {"D1": 14, "D2": 5, "D3": 2},
        }
    }
)


@cache
def functions_of(path: Path) -> dict[str, str]:
    """The source of each function of a module."""
    text = path.read_text("utf-8")
    found = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
    return {node.name: ast.unparse(node) for node in found}


@cache
def mistaken_programs(question: str) -> tuple[MistakeProgram, ...]:
    """The first program of each misconception that may show on a question's trees.

    Which those are is written down: to find it out takes all trees of them all.
    """
    asked = named_question(question)
    every = all_misconceptions(asked.places)
    told = [each for each in every if each.name not in SHOW_NOWHERE[question]]
    assert len(every) - len(told) == len(SHOW_NOWHERE[question])
    return tuple(mistake_programs(accepted_programs(asked), told))


OF_THE_MOVER = {"max_follows_min", "min_follows_max", "players_alternate"}
SHOW_NOWHERE = {
    "minimax": {
        "asks_all_children_first",
        "cut_by_a_part_of_the_mean",
        *OF_THE_MOVER,
    },
    "alpha_beta": OF_THE_MOVER,
}


def broken(question: str, function: str) -> Iterator[str]:
    """The source of each function of that name that a misconception has changed."""
    right = functions_of(REFERENCE / f"{question}.py")[function]
    programs = [each.program for each in mistaken_programs(question)]
    sources = [ast.unparse(program.functions[function]) for program in programs]
    yield from dict.fromkeys(source for source in sources if source != right)


def made(path: Path, *replaced: str) -> ModuleType:
    """A module with some of its functions replaced by these sources."""
    module = ModuleType(path.stem)
    for text in (path.read_text("utf-8"), *replaced):
        exec(compile(text, str(path), "exec"), vars(module))  # noqa: S102 - our own
    return module


_VALUES: dict[int, tuple[tuple[Node, ...], dict[str, float]]] = {}
_BOARDS: dict[int, Board] = {}


def board_of(tree: GameTree) -> Board:
    """The board of a tree, which is laid out once; it keeps the tree."""
    return _BOARDS.setdefault(id(tree), _BOARDS.get(id(tree)) or Board(tree))


def values_of(nodes: tuple[Node, ...]) -> dict[str, float]:
    """The values by their definition, once for each tree; it is kept beside them."""
    if id(nodes) not in _VALUES:
        _VALUES[id(nodes)] = nodes, exact_values(GameTree(nodes))
    return _VALUES[id(nodes)][1]


def call_alone(module: ModuleType, request: CallRequest, tree: GameTree) -> Observation:
    """One call in this process, with the other function replaced where that is asked.

    What stands in returns the value by its definition.
    """
    exact = values_of(tree.nodes)
    game, _, visited = board_of(tree).fresh_game_root_and_visits()
    asked: list[StandInCall] = []

    def ask(state: State, window: Window, _player: object) -> float:
        visited.append(state._handle)
        label = tree.nodes[state._handle].label
        asked.append(StandInCall(label, None if window[0] != window[0] else window))
        return exact[label]

    start = State(game, request.at, tree.nodes[request.at].label)
    function = getattr(module, request.function)
    with ExitStack() as stack:
        for name, arguments in (
            (each.name, each.arguments) for each in request.replaced
        ):
            stand_in = StandIn(name, arguments, ask)
            stack.enter_context(stand_in.within(vars(module)))
        returned = function(game, start, *request.arguments)
    return Observation(
        request.function,
        request.call_text,
        decode({"returned": values.encode(returned)}),
        tuple(tree.nodes[index].label for index in visited),
        tuple(asked),
    )


def checked(module: ModuleType, case: Case, function: str) -> AloneCheck | None:
    """The check of one function alone; None where the tree has no node for it."""
    answers = ANSWERS[case.tree_name]
    asked = case_of(case.question, case.tree_name, case.tree, [(function, 1)])
    inside = called(module, asked, answers)
    return alone.checks_alone(Sheet(asked, answers), inside).get(function)


def called(
    module: ModuleType, case: Case, answers: Answers, *, beside_a_right_one: bool = True
) -> tuple[tuple[CallRequest, Observation], ...]:
    """All calls that are made of the functions one by one."""
    planned = alone.requests_alone(Sheet(case, answers), alone=beside_a_right_one)
    return tuple((each, call_alone(module, each, case.tree)) for each in planned)


@pytest.mark.parametrize("question", CASES)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_right_function_has_its_points_on_every_tree(
    question: str, function: str
) -> None:
    """Also on a tree that has no node for it, where the other alone is wrong."""
    path = REFERENCE / f"{question}.py"
    broken_other = functions_of(path)[OTHER[function]].replace("return v", "return 77")
    module = made(path, broken_other)
    for case in CASES[question]:
        answers = ANSWERS[case.tree_name]
        observed = replace(
            observe(module, case.question, case.tree),
            inside=called(module, case, answers),
        )
        result = judge(Sheet(case, answers), observed)
        (finding,) = [f for f in result.findings if f.facet == function]
        assert finding.verdict is Verdict.CORRECT, case.name


@pytest.mark.parametrize("question", CASES)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_broken_function_is_wrong_alone(question: str, function: str) -> None:
    """On some tree, although the other is right; or the window it hands on is told.

    Right alone are those that go wrong in a terminal state only, where the test for
    the end may stand elsewhere, those that only take the children from the right, and
    those that ask the parent whose turn it is, since nobody moves twice in these trees.
    """
    path = REFERENCE / f"{question}.py"
    right = loop_of(functions_of(path)[function])
    for source in broken(question, function):
        module = made(path, source)
        told = any(is_told(module, case, function) for case in small_first(question))
        assert told is (loop_of(source) != right), source


@cache
def small_first(question: str) -> list[Case]:
    """The cases of a question: most mistakes show on a tree of a few nodes."""
    return sorted(CASES[question], key=lambda case: len(case.tree.nodes))


def loop_of(source: str) -> str:
    """A function without what it does at the end, and without its order."""
    (definition,) = ast.parse(source).body
    assert isinstance(definition, ast.FunctionDef)
    lines = map(ast.unparse, definition.body)
    kept = [line for line in lines if not line.startswith("if game.is_terminal")]
    text = "\n".join(kept[1:]).replace("reversed(game.successors(state))", ORDER)
    return re.sub(OF_THE_PARENT, "value(", text)


OF_THE_PARENT = r"\(m\w+_value if game\.to_move\(state\) == 'max' else m\w+_value\)\("
ORDER = "game.successors(state)"


def is_told(module: ModuleType, case: Case, function: str) -> bool:
    """Whether a call is wrong, raises, or hands a wrong window on."""
    try:
        found = checked(module, case, function)
    except Exception:  # noqa: BLE001 - that it raises is what is looked for
        return True
    return found is not None and (
        found.verdict is not Verdict.CORRECT or found.passed is not None
    )


NUMBERS = [-inf, *range(-3, 4), inf]


def test_a_returned_number_is_right_in_the_sense_of_a_bound() -> None:
    """By brute force: r ≤ α asks v ≤ r, r ≥ β asks v ≥ r, between them r = v."""
    for alpha in NUMBERS:
        for beta in [number for number in NUMBERS if number > alpha]:
            for exact in range(-3, 4):
                for r in NUMBERS:
                    if r <= alpha:
                        right = exact <= r
                    elif r >= beta:
                        right = exact >= r
                    else:
                        right = r == exact
                    assert is_right(r, (alpha, beta), exact) is right, (
                        alpha, beta, exact, r,
                    )  # fmt: skip


@pytest.mark.parametrize("leaked", [inf, -inf, nan])
@pytest.mark.parametrize("window", [(-inf, inf), (0, inf), (-inf, 0), (-1, 1), None])
def test_no_infinity_is_a_bound(leaked: float, window: Window | None) -> None:
    """It says nothing of any value, in whatever window it leaks out."""
    assert not any(is_right(leaked, window, exact) for exact in range(-3, 4))


def test_without_a_window_there_are_no_bounds() -> None:
    """Minimax returns the value; floats may be noisy."""
    assert is_right(3.0, None, 3)
    assert is_right(0.1 + 0.2, None, 0.3)
    assert not is_right(4, None, 3)


@given(st.integers(-4, 4), st.integers(-4, 4), st.integers(-4, 4))
def test_fail_soft_and_fail_hard_both_pass(alpha: int, beta: int, exact: int) -> None:
    """The value itself, and the value moved to the nearest end of the window."""
    if alpha < beta:
        assert is_right(exact, (alpha, beta), exact)
        assert is_right(max(alpha, min(beta, exact)), (alpha, beta), exact)


def asked_about(
    tree: GameTree, points: tuple[str, ...] = FUNCTIONS, accept: str = "equality"
) -> tuple[Case, Answers]:
    """A case on a tree, its answers made by the plain search."""
    stops = frozenset(("max", "min")) if accept == "equality" else frozenset()
    made = AlphaBeta(tree, stops=stops).run(tree.window)
    visits = tuple((label, *made.windows[label]) for label in made.visited)
    exact = exact_values(tree)
    answer = Answer(exact[tree.root.label], None, visits, visits, planned(tree, visits))
    question = Question(
        name="alpha_beta",
        module="alpha_beta",
        search="alpha_beta_search",
        arguments=("alpha", "beta"),
        conventions=(accept,),
        accept=(accept,),
        facets=points,
    )
    return (
        case_of(question, "tree", tree),
        Answers("", exact, (), {"alpha_beta": {accept: answer}}),
    )


def planned(tree: GameTree, visits: tuple[Any, ...]) -> dict[str, tuple[Any, ...]]:
    """The calls of each function: eight where children are left out first, one end.

    A window that is closed is none to be called with.
    """
    seen = {label for label, *_ in visits}
    node_of = {node.label: node for node in tree.nodes}
    found: dict[str, tuple[Any, ...]] = {}
    for function, mover in zip(FUNCTIONS, ("max", "min"), strict=True):
        mine = [v for v in visits if node_of[v[0]].to_move == mover]
        inner = [v for v in mine if node_of[v[0]].children and v[1] < v[2]]
        below = {
            v: [tree.nodes[i].label for i in node_of[v[0]].children] for v in inner
        }
        cut = [v for v in inner if not seen.issuperset(below[v])]
        ends = [v for v in mine if not node_of[v[0]].children]
        in_order = [*cut, *(v for v in inner if v not in cut)]
        found[function] = (*in_order[:8], *ends[:1])
    return found


@given(game_trees, windows)
def test_the_answers_have_the_calls_that_are_to_be_made(
    tree: GameTree, window: Window
) -> None:
    """Those that a plain search names, where its visits are the same."""
    case, answers = asked_about(replace(tree, window=window))
    computed = trusted.compute(case.tree, (case.question,)).questions["alpha_beta"]
    expected = answers.questions["alpha_beta"]["equality"]
    assert computed["equality"].visited_labels() == expected.visited_labels()
    assert computed["equality"].alone == expected.alone


def test_calls_are_made_where_the_accepted_search_comes() -> None:
    """At inner nodes of the function's player, with its windows; those with cuts first.

    AIMA's tree: the root in the full window, and MAX's first leaf; C, which is cut,
    before B and D. No leaf is MIN's.
    """
    case, answers = asked_about(AIMA)
    found = [
        (r.function, AIMA.nodes[r.at].label, r.arguments, *[f.name for f in r.replaced])
        for r in alone.requests_alone(Sheet(case, answers), alone=True)
    ]
    assert found == [
        ("max_value", "A", (-inf, inf), "min_value"),
        ("max_value", "B1", (-inf, inf), "min_value"),
        ("min_value", "C", (3, inf), "max_value"),
        ("min_value", "B", (-inf, inf), "max_value"),
        ("min_value", "D", (3, inf), "max_value"),
    ]
    whole = asked_about(AIMA, ("visits", *FUNCTIONS))
    with_its_own = alone.requests_alone(Sheet(*whole), alone=False)
    assert [  # C and D are worth 2, which is no more than α: a bound comes back
        (r.function, AIMA.nodes[r.at].label, r.arguments, *[f.name for f in r.replaced])
        for r in with_its_own
    ] == [("min_value", "C", (3, inf)), ("min_value", "D", (3, inf))]


@for_each("facets", [(), ("value",), ("action", "search_visits")])
def test_where_no_visits_show_the_whole_search_each_is_called(
    facets: tuple[str, ...],
) -> None:
    """A value alone may be right by luck, at the root where it is asked for."""
    case, answers = asked_about(AIMA, (*facets, *FUNCTIONS))
    sheet = Sheet(case, answers)
    alike = alone.requests_alone(sheet, alone=False)
    assert alike == alone.requests_alone(sheet, alone=True)


def test_only_what_earns_points_is_called() -> None:
    """A question without the facets makes no calls; one of them makes its own."""
    assert alone.requests_alone(Sheet(*asked_about(AIMA, ())), alone=True) == ()
    only = alone.requests_alone(Sheet(*asked_about(AIMA, ("min_value",))), alone=True)
    assert {request.function for request in only} == {"min_value"}


def test_there_are_few_calls_on_a_large_tree() -> None:
    """At most eight of a function, and one in a terminal state, whatever the size."""
    tree = tree_of([[[1, 2], [3, 4]] for _ in range(30)])
    found = alone.requests_alone(Sheet(*asked_about(tree)), alone=True)
    inner = [r.function for r in found if tree.nodes[r.at].children]
    assert inner.count("max_value") == inner.count("min_value") == 8
    assert [r.function for r in found if not tree.nodes[r.at].children] == ["min_value"]


def observed(request: CallRequest, returned: object, *below: str) -> Observation:
    """A call that visits its node and then these children, each in a window."""
    case, _ = asked_about(AIMA)
    node = case.tree.nodes[request.at].label
    outcome = decode({"returned": values.encode(returned)})
    visited = (node, *below)
    return Observation(request.function, request.call_text, outcome, visited)


@pytest.mark.parametrize(
    "returned, below, verdict",
    [
        (2, ("C1",), "correct"),  # fail-soft
        (3, ("C1",), "correct"),  # fail-hard
        (2, ("C3", "C2", "C1"), "correct"),  # from the right
        (2, ("C1", "C2"), "wrong_visits"),  # 2 < 3 is a cut
        (2, (), "wrong_visits"),
        (4, ("C1",), "wrong_value"),  # within the window: C is worth 2
        (1, ("C1",), "wrong_value"),  # C is not at most 1
        (-inf, ("C1",), "wrong_type"),  # no number that a game pays
        (inf, ("C1",), "wrong_type"),
        (None, ("C1",), "wrong_type"),
        ((2, "C1"), ("C1",), "wrong_type"),
        ("2", ("C1",), "wrong_type"),
        (nan, ("C1",), "wrong_type"),
    ],
)
def test_min_value_at_c_of_aimas_tree(
    returned: object, below: tuple[str, ...], verdict: str
) -> None:
    """C is worth 2, in the window (3, ∞) a bound of 2 or 3; C1 = 2 cuts the others."""
    case, answers = asked_about(AIMA, ("min_value",))
    first, *others = alone.requests_alone(Sheet(case, answers), alone=True)
    right = [(r, observed(r, answers.values[AIMA.nodes[r.at].label], *below_of(r)))
             for r in others]  # fmt: skip
    calls = ((first, observed(first, returned, *below)), *right)
    found = alone.checks_alone(Sheet(case, answers), calls)["min_value"]
    assert found.verdict == Verdict(verdict)
    assert (found.exact, found.window) in ((2, (3, inf)), (3, (-inf, inf)))
    if found.verdict is not Verdict.CORRECT:
        assert found.node.label == "C"


def below_of(request: CallRequest) -> tuple[str, ...]:
    """The labels of a node's children."""
    return tuple(AIMA.nodes[child].label for child in AIMA.nodes[request.at].children)


def test_the_first_wrong_call_is_told() -> None:
    """A fault is one; what comes after it is not looked at."""
    case, answers = asked_about(AIMA, ("min_value",))
    requests = alone.requests_alone(Sheet(case, answers), alone=True)
    calls = tuple(
        (r, Observation(r.function, r.call_text, Fault(kind)))
        for r, kind in zip(requests, ("crash", "timeout", "stub"), strict=True)
    )
    found = alone.checks_alone(Sheet(case, answers), calls)["min_value"]
    assert found.verdict is Verdict.CRASHED


@pytest.mark.parametrize(
    "window, passed",
    [
        ((3, inf), None),
        ((-inf, inf), Passed("C", (-inf, inf), (3, inf))),
        ((3, 5), Passed("C", (3, 5), (3, inf))),
    ],
)
def test_a_window_that_was_handed_on_wrongly_is_told(
    window: Window, passed: Passed | None
) -> None:
    """After B = 3, MAX at the root asks for C within (3, ∞)."""
    case, answers = asked_about(AIMA, ("max_value",))
    request, end = alone.requests_alone(Sheet(case, answers), alone=True)
    asked = (
        StandInCall("B", (-inf, inf)),
        StandInCall("C", window),
        StandInCall("D", (3, inf)),
        StandInCall("D", (9, 9)),  # searched again: the first time counts
    )
    call = replace(observed(request, 3, "B", "C", "D"), standin_calls=asked)
    inside = ((request, call), (end, observed(end, 3)))
    found = alone.checks_alone(Sheet(case, answers), inside)["max_value"]
    assert found.verdict is Verdict.CORRECT
    assert found.passed == passed


@for_each(
    "kind",
    [
        *("crash", "stub", "recursion", "timeout", "late", "killed", "memory", "flood"),
        *("ended", "exit", "violation", "input", "grader", "not_run"),
    ],
)
def test_who_does_not_answer_inside_the_tree_is_wrong_there(kind: str) -> None:
    """For whatever reason, and although the whole search is right."""
    case, answers = asked_about(AIMA, ("min_value",))
    planned = alone.requests_alone(Sheet(case, answers), alone=False)
    inside = [(r, Observation("min_value", "", Fault(kind))) for r in planned]
    assert alone.checks_alone(Sheet(case, answers), inside)[
        "min_value"
    ].verdict is of_fault(kind)


@pytest.mark.parametrize(
    "path", [path for paths in STYLES.values() for path in paths], ids=lambda p: p.stem
)
def test_a_right_program_is_right_inside_the_tree(path: Path) -> None:
    """On every tree, beside its own other function, which returns bounds."""
    module = load_module(path)
    question = "minimax" if path.stem == "minimax" else "alpha_beta"
    for case in CASES[question]:
        answers = ANSWERS[case.tree_name]
        inside = called(module, case, answers, beside_a_right_one=False)
        for check in alone.checks_alone(Sheet(case, answers), inside).values():
            assert check.verdict is Verdict.CORRECT, case.name
            assert not check.alone
            assert check.passed is None


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all tests, as one serves all tests of a submission."""
    with Sandbox() as shared:
        yield shared


def staged(sandbox: Sandbox, text: str) -> Path:
    """A submission with this alpha_beta.py."""
    folder = Path(tempfile.mkdtemp(dir=sandbox.folder))
    folder.chmod(0o755)
    (folder / "alpha_beta.py").write_text(text, encoding="utf-8")
    return folder


def in_a_worker(
    sandbox: Sandbox, text: str, limits: Limits | None = None
) -> dict[str, Verdict]:
    """The verdict on each function alone, asked for by the real sandbox."""
    case, answers = asked_about(AIMA)
    case = replace(case, question=replace(case.question, limits=limits or Limits()))
    requests = alone.requests_alone(Sheet(case, answers), alone=True)
    folder = staged(sandbox, text)
    made = observe_inside(sandbox, folder, case, requests)
    checks = alone.checks_alone(Sheet(case, answers), tuple(made.items()))
    return {function: check.verdict for function, check in checks.items()}


RIGHT = (REFERENCE / "alpha_beta.py").read_text("utf-8")


@pytest.mark.parametrize("is_over, is_asked", [(False, True), (True, False)])
def test_each_function_has_a_worker_while_there_is_time(
    sandbox: Sandbox, *, is_over: bool, is_asked: bool
) -> None:
    """MAX ends its process; MIN, asked after it, has another."""
    case, answers = asked_about(AIMA)
    requests = alone.requests_alone(Sheet(case, answers), alone=True)
    ends = RIGHT.replace("    v = -inf\n", "    __import__('os')._exit(0)\n")
    assert ends != RIGHT
    folder = staged(sandbox, ends)
    made = observe_inside(sandbox, folder, case, requests, lambda: is_over)
    answered = {r.function for r, o in made.items() if isinstance(o.outcome, Returned)}
    assert {request.function for request in made} >= {"max_value"}
    assert ("min_value" in answered) is is_asked


REMEMBERS = """
KNOWN = {}

def max_value(game, state, alpha, beta):
    for _, child in game.successors(state):
        KNOWN[str(child)] = min_value(game, child, alpha, beta)
    return KNOWN.get(str(state), 0)

def min_value(game, state, alpha, beta):
    for _, child in game.successors(state):
        KNOWN[str(child)] = max_value(game, child, alpha, beta)
    return KNOWN.get(str(state), 0)
"""


@pytest.mark.parametrize("tree", ["mistakes/deep_cutoff", "lectures/aima_fig_5_2"])
def test_what_one_call_is_told_is_of_no_use_to_another(
    sandbox: Sandbox, tree: str
) -> None:
    """What a state is worth is told of none that a later call begins in."""
    (case,) = [case for case in CASES["alpha_beta"] if case.tree_name == tree]
    requests = alone.requests_alone(Sheet(case, ANSWERS[tree]), alone=True)
    made = observe_inside(sandbox, staged(sandbox, REMEMBERS), case, requests)
    assert len(made) == len(requests)
    nodes = case.tree.nodes
    for request, observation in made.items():
        is_inner = bool(nodes[request.at].children)
        assert not is_inner or observation.outcome == Returned("number", 0)


KEYWORDS = """
def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for _, child in game.successors(state):
        v = max(v, min_value(game, state=child, beta=beta, alpha=alpha))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v
"""


@for_each(
    "more, expected",
    [
        ("", ("correct", "correct")),
        (KEYWORDS, ("correct", "correct")),
        (KEYWORDS.replace("(game, state=", "(game=game, state="), ("correct",) * 2),
        ("def min_value(*_): return 1 / 0", ("correct", "crashed")),
        ("def max_value(*_): return None", ("wrong_type", "correct")),
        ("def max_value(*_): raise NotImplementedError", ("not_filled_in", "correct")),
        ("del min_value", ("correct", "function_missing")),
        ("def value(*_): return 0", ("wrong_value", "wrong_value")),
    ],
)
def test_through_a_real_worker(
    sandbox: Sandbox, more: str, expected: tuple[str, str]
) -> None:
    """One function is graded with the grader's own answers in place of the other."""
    found = in_a_worker(sandbox, f"{RIGHT}\n\n{more}\n")
    assert tuple(found[name].value for name in FUNCTIONS) == expected


@pytest.mark.parametrize("function", FUNCTIONS)
def test_who_never_ends_in_one_function_is_graded_in_the_other(
    sandbox: Sandbox, function: str
) -> None:
    """The time of the whole is used up; the other is asked in a worker of its own."""
    text = f"{RIGHT}\n\ndef {function}(*_):\n    while True:\n        pass\n"
    found = in_a_worker(sandbox, text, Limits(seconds=0.2))
    assert found[function] is Verdict.TIMED_OUT
    assert found[OTHER[function]] is Verdict.CORRECT


@given(st.sampled_from(["max_value", "min_value"]), st.integers(0, 10**6))
@settings(max_examples=examples(40))
def test_a_right_function_is_right_on_any_tree(function: str, seed: int) -> None:
    """Beside one that returns nonsense; also where a player moves twice."""
    random = Random(seed)  # noqa: S311 - the tree, and the style of the function

    def below(depth: int) -> object:
        if depth == 0 or random.random() < 0.2:
            return random.randint(-2, 2)
        return [below(depth - 1) for _ in range(random.randint(1, 3))]

    turns = random.choice([("max", "min"), ("min", "max"), ("max", "max", "min")])
    tree = tree_of([below(3), below(3)], turns)
    case, answers = asked_about(tree, (function,))
    module = made(
        random.choice(STYLES["alpha_beta"][:2]), f"def {OTHER[function]}(*_): return 77"
    )
    inside = called(module, case, answers)
    for check in alone.checks_alone(Sheet(case, answers), inside).values():
        assert check.verdict is Verdict.CORRECT
        assert check.passed is None


SHAPES = {
    "a helper with the player": (
        """
def search(game, state, player):
    if game.is_terminal(state):
        return game.utility(state)
    other = "min" if player == "max" else "max"
    worth = [search(game, child, other) for _, child in game.successors(state)]
    return max(worth) if player == "max" else min(worth)

def max_value(game, state):
    return search(game, state, "max")

def min_value(game, state):
    return search(game, state, "min")
""",
        "else min(worth)",
        "else max(worth)",
    ),
    "a helper that never tests for the end": (
        """
def search(game, state):
    pick = max if game.to_move(state) == "max" else min
    return pick(worth(game, child) for _, child in game.successors(state))

def worth(game, state):
    return game.utility(state) if game.is_terminal(state) else search(game, state)

def max_value(game, state):
    return worth(game, state)

min_value = max_value
""",
        "else min",
        "else max",
    ),
    "negamax": (
        """
def negamax(game, state, colour):
    if game.is_terminal(state):
        return colour * game.utility(state)
    return max(-negamax(game, child, -colour) for _, child in game.successors(state))

def max_value(game, state):
    return negamax(game, state, 1)

def min_value(game, state):
    return -negamax(game, state, -1)
""",
        "max(-negamax",
        "max(negamax",
    ),
    "methods": (
        """
class Search:
    def __init__(self, game):
        self.game = game

    def max_value(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        return max(self.min_value(child) for _, child in self.game.successors(state))

    def min_value(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        return min(self.max_value(child) for _, child in self.game.successors(state))

def max_value(game, state):
    return Search(game).max_value(state)

def min_value(game, state):
    return Search(game).min_value(state)
""",
        "return min(",
        "return max(",
    ),
}
SEPARATED = {
    "a dispatcher": """
def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    play = max_value if game.to_move(state) == "max" else min_value
    return play(game, state)

def max_value(game, state):
    return max((value(game, child) for _, child in game.successors(state)), default=0)

def min_value(game, state):
    return max((value(game, child) for _, child in game.successors(state)), default=0)
""",
    "the test before the call": """
def max_value(game, state):
    worth = [0] if game.is_terminal(state) else []
    for _, child in game.successors(state):
        at_end = game.is_terminal(child)
        worth.append(game.utility(child) if at_end else min_value(game, child))
    return max(worth)

def min_value(game, state):
    worth = [0] if game.is_terminal(state) else []
    for _, child in game.successors(state):
        at_end = game.is_terminal(child)
        worth.append(game.utility(child) if at_end else max_value(game, child))
    return max(worth)
""",
}
DEEP = "mistakes/deep_cutoff"  # MIN's turn at its root's children and two plies below
FLAT = "lectures/aima_fig_5_2"  # below MIN's nodes the game is over


def case_on(tree: str) -> tuple[Case, Answers]:
    """The minimax question on a tree."""
    (case,) = [case for case in CASES["minimax"] if case.tree_name == tree]
    return case, ANSWERS[tree]


def findings_of(text: str, tree: str) -> dict[str, Finding]:
    """What is found of each facet of a program in this process."""
    module = ModuleType("minimax")
    search = "\ndef minimax_search(game, state):\n    return game.actions(state)[0]\n"
    exec(text + search, vars(module))  # noqa: S102 - our own
    case, answers = case_on(tree)
    observed = observe(module, case.question, case.tree)
    right = is_right_whole(judge(Sheet(case, answers), observed))
    inside = called(module, case, answers, beside_a_right_one=not right)
    found = judge(Sheet(case, answers), replace(observed, inside=inside)).findings
    return {finding.facet: finding for finding in found}


@pytest.mark.parametrize("shape", SHAPES)
def test_functions_behind_one_helper_are_neither_blamed_nor_paid(shape: str) -> None:
    """The helper errs at MIN: which of the two it served is not known above it."""
    text, right, wrong = SHAPES[shape]
    assert right in text
    found = findings_of(text.replace(right, wrong), DEEP)
    assert found["value"].verdict is Verdict.WRONG_VALUE
    for function in FUNCTIONS:
        assert found[function].verdict is Verdict.NOT_SEPARATED


@pytest.mark.parametrize("shape", SHAPES)
def test_functions_behind_a_right_helper_earn_their_points(shape: str) -> None:
    """On every tree where the value is found, whatever action is chosen."""
    text, _, _ = SHAPES[shape]
    chosen = set()
    for case in CASES["minimax"]:
        found = findings_of(text, case.tree_name)
        chosen.add(found["action"].verdict)
        for function in FUNCTIONS:
            assert found[function].verdict is Verdict.CORRECT, case.name
    assert chosen == {Verdict.CORRECT, Verdict.WRONG_ACTION}


@pytest.mark.parametrize("shape", SEPARATED)
@pytest.mark.parametrize("tree", [FLAT, DEEP])
def test_functions_that_call_each_other_are_told_apart(shape: str, tree: str) -> None:
    """Through a third function, or where a state is tested before the call."""
    found = findings_of(SEPARATED[shape], tree)
    assert found["max_value"].verdict is Verdict.CORRECT
    assert found["min_value"].verdict is Verdict.WRONG_VALUE


def test_above_terminal_states_nothing_is_needed_of_the_other() -> None:
    """On AIMA's tree MIN's half of the helper is wrong by itself, at B already."""
    text, right, wrong = SHAPES["a helper with the player"]
    found = findings_of(text.replace(right, wrong), FLAT)
    assert found["max_value"].verdict is Verdict.NOT_SEPARATED
    assert found["min_value"].verdict is Verdict.WRONG_VALUE
    check = found["min_value"].alone
    assert check is not None
    assert (check.node.label, check.size, check.values_known) == ("B", 4, True)


def test_who_calls_itself_in_place_of_the_other_is_not_separated() -> None:
    """MAX moves at each ply: min_value, which is right, is not to blame."""
    text = """
def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(max_value(game, child) for _, child in game.successors(state))

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, child) for _, child in game.successors(state))
"""
    found = findings_of(text, DEEP)
    assert found["max_value"].verdict is Verdict.NOT_SEPARATED
    assert found["min_value"].verdict is Verdict.CORRECT


def test_a_player_who_moves_twice_may_do_so_without_the_other() -> None:
    """MAX at A and B, MIN at C and D: max_value goes on to these before it must ask."""
    tree = tree_of({"A": {"B": {"C": [1, 2], "D": [3, 4]}}}, ("max", "max", "min"))
    case, answers = asked_about(tree, ("max_value",))
    module = load_module(REFERENCE / "alpha_beta.py")
    (_, call), *_ = called(module, case, answers)
    assert [asked.label for asked in call.standin_calls] == ["C", "D"]
    check = alone.checks_alone(Sheet(case, answers), called(module, case, answers))[
        "max_value"
    ]
    assert (check.verdict, check.alone) == (Verdict.CORRECT, True)


def test_the_only_function_must_call_itself() -> None:
    """Where there is one for all players, what it calls in its own place is given."""
    one = Signature((("max", "df"), ("min", "df")), (Function("df"),))
    question = Question(
        "one",
        "one",
        "search",
        accept=("own",),
        conventions=("own",),
        facets=("value", "df"),
        recorded=one,
    )
    tree = tree_of([[3, 12], [2, 4]])
    exact = exact_values(tree)
    visits = tuple((label,) for label in tree.labels())
    calls = {"df": tuple((node.label,) for node in tree.nodes if node.children)}
    answer = Answer(exact["A"], "B", visits, visits, calls)
    case = case_of(question, "tree", tree)
    answers = Answers("", exact, (), {"one": {"own": answer}})
    module = ModuleType("one")
    text = """
def df(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max({call}(game, child) for _, child in game.successors(state))

def helper(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(helper(game, child) for _, child in game.successors(state))
"""
    for call, alone_at_all in (("df", True), ("helper", False)):
        exec(text.format(call=call), vars(module))  # noqa: S102 - our own
        found = alone.checks_alone(Sheet(case, answers), called(module, case, answers))[
            "df"
        ]
        assert found.verdict is Verdict.WRONG_VALUE
        assert found.alone is alone_at_all
        assert found.replaced == ("df",)


@pytest.mark.parametrize(
    "viewpoint, found, verdict",
    [
        ("max", 3, Verdict.CORRECT),
        ("min", -3, Verdict.CORRECT),
        ("max", -3, Verdict.WRONG_VALUE),
        ("min", 3, Verdict.WRONG_VALUE),
    ],
)
def test_a_function_with_a_viewpoint_is_judged_from_it(
    viewpoint: str, found: int, verdict: Verdict
) -> None:
    """B is worth 3 to MAX, who has the least of 3, 12 and 8 there."""
    entry = (("max", "v"), ("min", "v"))
    signature = Signature(entry, (Function("v", ("viewpoint",)),), "own")
    question = Question(
        name="one",
        module="one",
        search="one_search",
        arguments=("viewpoint",),
        conventions=("own",),
        accept=("own",),
        facets=("value", "v"),
        recorded=signature,
    )
    visits = tuple((label,) for label in AIMA.labels())
    answer = Answer(3, "B", visits, visits, {"v": (("B", viewpoint),)})
    case = case_of(question, "tree", AIMA)
    answers = Answers("", exact_values(AIMA), (), {"one": {"own": answer}})
    (request,) = alone.requests_alone(Sheet(case, answers), alone=True)
    call = Observation("v", "", Returned("number", found), ("B", "B1", "B2", "B3"))
    check = alone.checks_alone(Sheet(case, answers), ((request, call),))["v"]
    assert check.verdict is verdict
    sign = -1 if viewpoint == "min" else 1
    assert check.exact == 3 * sign
    assert dict(check.children) == {"B1": 3 * sign, "B2": 12 * sign, "B3": 8 * sign}
