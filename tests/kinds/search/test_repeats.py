"""Searches that go through a tree more than once, where a question counts each visit.

The one here looks a ply deep, then two, then three. What it visits in this process is
what it visits in a worker, whatever the shape of its code.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.answers.board import Board
from autograder.assignment.questions import Case
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds.search import observing, trusted
from autograder.kinds.search.computing import with_signatures
from autograder.kinds.search.judging import CaseResult, judge
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.visits import are_alike
from autograder.observing.observation import Observed, observe, observe_in_one_game
from autograder.project import load_module
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.worker.protocol import ProtocolError
from autograder.worker.watching import recursive
from tests.asking import earned_by
from tests.cases import for_each

TREE = """\
depth: 3
tree: {A: {B: {D: {H: 5, I: {N: 1}}, E: 4}, C: {F: {K: 2, L: 3}, G: {M: {O: 0}}}}}
evaluate: {A: 0, B: 1, C: 2, D: 3, F: 5, G: 6, M: 7, I: 2}
"""
QUESTION = """\
questions:
  - name: deepening
    repeats: true
    points: {value: 1, action: 1, visits: 1, search_visits: 1}
    trees: ["*.yaml"]
"""
SEARCH = """
def deepening_search(game, state, depth):
    for limit in range(1, depth + 1):
        worth = {a: min_value(game, s, limit - 1) for a, s in game.successors(state)}
        best = max(worth, key=worth.get)
    return best
"""
# By hand: B and C are met in all three rounds, what lies below D to G in the last.
TIMES = {"A": 1, **dict.fromkeys("BC", 3), **dict.fromkeys("DEFG", 2)}
TIMES |= dict.fromkeys("HIKLM", 1)


def program(
    over: str = "game.is_terminal(state) or depth == 0",
    children: str = "game.successors(state)",
    before: str = "pass",
    given: str = "game, child, depth - 1",
    head: str = "",
) -> str:
    """A right search, written in a way of its own in one place."""
    functions = [
        f"""
def {name}(game, state, depth):
    if {over}:
        return game.evaluate(state)
    found = []
    for _, child in {children}:
        {before}
        found.append({other}({given}))
    return {best}(found)
"""
        for name, other, best in (
            ("max_value", "min_value", "max"),
            ("min_value", "max_value", "min"),
        )
    ]
    return head + "".join(functions) + SEARCH


REFERENCE = program()
DISPATCHER = """
def value(game, state, depth):
    if game.is_terminal(state) or depth == 0:
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return max_value(game, state, depth)
    return min_value(game, state, depth)

def max_value(game, state, depth):
    return max(value(game, s, depth - 1) for _, s in game.successors(state))

def min_value(game, state, depth):
    return min(value(game, s, depth - 1) for _, s in game.successors(state))
"""
HELPER = """
def search(game, state, depth, better):
    if game.is_terminal(state) or depth == 0:
        return game.evaluate(state)
    other = max if better is min else min
    children = [s for _, s in game.successors(state)]
    return better(search(game, s, depth - 1, other) for s in children)

def max_value(game, state, depth):
    return search(game, state, depth, max)

def min_value(game, state, depth):
    return search(game, state, depth, min)
"""
FROM_THE_ROOT = """
def search(game, state, depth):
    if game.is_terminal(state) or depth == 0:
        return game.evaluate(state), None
    found = [(search(game, s, depth - 1)[0], a) for a, s in game.successors(state)]
    sign = 1 if game.to_move(state) == "max" else -1
    return max(found, key=lambda pair: sign * pair[0])

def max_value(game, state, depth):
    return search(game, state, depth)[0]

min_value = max_value

def deepening_search(game, state, depth):
    return [search(game, state, 1 + n)[1] for n in range(depth)][-1]
"""
DECORATOR = """
import functools

def counted(function):
    @functools.wraps(function)
    def inner(*given):
        inner.calls += 1
        return function(*given)
    inner.calls = 0
    return inner
"""
KEPT = """
below = {}
def children(game, state):
    key = game, str(state)
    if key not in below:
        below[key] = game.successors(state)
    return below[key]
"""
HANDED_ON = """if game.to_move(state) == "min":
        return min_value(game, state, depth)
    if game.is_terminal"""
RIGHT = {
    "the reference": REFERENCE,
    "asks about a child before its call": program(before="game.is_terminal(child)"),
    "asks about some children before": program(
        before="if str(child) in 'CEG': game.to_move(child)"
    ),
    "asks about a child before in one round": program(
        before="if depth == 2: game.is_terminal(child)"
    ),
    "asks for the estimate before the end": program(
        over="depth == 0 or game.is_terminal(state)"
    ),
    "asks a child for its estimate before its call": program(
        before="if depth == 1: game.evaluate(child)"
    ),
    "a dispatcher": DISPATCHER + SEARCH.replace("min_value", "value"),
    "a function that hands on to the other": REFERENCE.replace(
        "if game.is_terminal", HANDED_ON, 1
    ).replace("a: min_value", "a: max_value"),
    "a recursive helper": HELPER + SEARCH,
    "a recursive helper that begins at the root": FROM_THE_ROOT,
    "decorated functions": DECORATOR
    + REFERENCE.replace("\ndef m", "\n@counted\ndef m"),
    "children that are kept from the first round": program(
        children="children(game, state)", head=KEPT
    ),
    "copies of states": program(
        before="child = copy.deepcopy(copy.copy(child))", head="import copy"
    ),
    "arguments by name": program(given="depth=depth - 1, state=child, game=game"),
}
MORE, FEWER = "wrongly_visited", "wrongly_skipped"
WRONG = {
    "one round more": (
        REFERENCE.replace("range(1, depth + 1)", "(*range(1, depth + 1), depth)"),
        MORE,
    ),
    "the last round alone": (REFERENCE.replace("range(1,", "range(depth,"), FEWER),
    "one round less": (REFERENCE.replace("range(1,", "range(2,"), FEWER),
    "knows what is over": (
        program(
            over="is_over(game, state) or depth == 0",
            children="children(game, state)",
            head=KEPT
            + """
over = {}
def is_over(game, state):
    key = game, str(state)
    if key not in over:
        over[key] = game.is_terminal(state)
    return over[key]
""",
        ),
        FEWER,
    ),
}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all."""
    with Sandbox() as shared:
        yield shared


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Case]:
    """The question, whose reference stands in a folder of its own."""
    folder = tmp_path_factory.mktemp("deepening")
    (folder / "deepening.py").write_text(REFERENCE)
    (folder / "one.yaml").write_text(TREE)
    (folder / "assignment.yaml").write_text(QUESTION)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(trusted, "REFERENCE", folder)
        patched.setattr("autograder.answers.board.PROJECT", folder)
        (found,) = with_signatures(assignments.load(folder)).cases
        yield found


def staged(sandbox: Sandbox, code: str) -> Path:
    """A folder with a submission, which workers can read."""
    folder = Path(tempfile.mkdtemp(dir=sandbox.folder))
    folder.chmod(0o755)
    (folder / "deepening.py").write_text(code)
    return folder


def seen(sandbox: Sandbox, case: Case, code: str) -> Observed:
    """What a submission does in a worker."""
    return observe(sandbox, staged(sandbox, code), case.question, case.tree)


def judged(case: Case, observed: Observed) -> CaseResult:
    """What it comes to."""
    return judge(Sheet(case, trusted.compute(case.tree, (case.question,))), observed)


def without_repeats(case: Case) -> Case:
    """The same question, in which the first visit of each node counts alone."""
    return replace(case, question=replace(case.question, repeats=False))


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_search_is_seen_alike_here_and_in_a_worker(
    name: str, case: Case, sandbox: Sandbox, tmp_path: Path
) -> None:
    """The same visits in the same order, the first of them as often as it is met."""
    path = tmp_path / f"shape_{abs(hash(name))}.py"
    path.write_text(RIGHT[name])
    here = trusted.answer(case.tree, case.question, load_module(path))
    value, search = seen(sandbox, case, RIGHT[name]).calls
    assert (here.visited_labels(), here.labels_visited_by_search()) == (
        value.visited,
        search.visited,
    )
    assert {**Counter(search.visited), "A": 1} == TIMES
    assert set(Counter(value.visited).values()) == {1}


@for_each("name", RIGHT)
def test_a_right_search_earns_full_marks(
    name: str, case: Case, sandbox: Sandbox
) -> None:
    """Whatever it asks before a call, and whichever functions it has."""
    result = judged(case, seen(sandbox, case, RIGHT[name]))
    assert result.verdict is Verdict.CORRECT
    assert result.points == 4


@pytest.mark.parametrize("name", WRONG)
def test_a_search_that_comes_back_otherwise_is_told_so(
    name: str, case: Case, sandbox: Sandbox
) -> None:
    """Too often, or not often enough; the value, found in one round, is right."""
    code, differing = WRONG[name]
    result = judged(case, seen(sandbox, case, code))
    earned = {"value": 1, "action": 1, "visits": 1, "search_visits": 0}
    assert earned_by(result) == earned
    (finding,) = (f for f in result.findings if f.facet == "search_visits")
    once = set(finding.observation.visited)
    assert once == set(finding.visits.expected), "but not as often"
    assert getattr(finding.visits, differing)


@for_each("name", [*RIGHT, *WRONG])
def test_without_repeats_nothing_has_changed(
    name: str, case: Case, sandbox: Sandbox
) -> None:
    """Each node stands once, at its first touch."""
    code = RIGHT[name] if name in RIGHT else WRONG[name][0]
    once = without_repeats(case)
    for call in seen(sandbox, once, code).calls:
        assert set(Counter(call.visited).values()) == {1}
    assert judged(once, seen(sandbox, once, code)).points == 4


@for_each("name", [n for n in RIGHT if "kept" not in n])
def test_the_same_search_again_in_one_game_does_the_same(
    name: str, case: Case, sandbox: Sandbox
) -> None:
    """Each call comes back as often as it does alone: nothing was kept."""
    folder = staged(sandbox, RIGHT[name])
    asked = observing.calls_made_twice(
        case, trusted.compute(case.tree, (case.question,))
    )
    made = observe_in_one_game(sandbox, folder, case, asked)
    alone = observe(sandbox, folder, case.question, case.tree)
    assert (
        observing.kept_by_calls(case, alone, tuple(zip(asked, made, strict=True)))
        is None
    )
    for request, observation in zip(asked, made, strict=True):
        if request.function == case.question.search:
            assert {**Counter(observation.visited), "A": 1} == TIMES


def test_each_visit_is_answered_and_logged_up_to_a_limit(case: Case) -> None:
    """Twenty times as many as a search that goes through once may make."""
    oracle = Oracle(case.tree, repeats=True)
    often = 20 * (10 * len(case.tree.nodes) + 1000)
    for _ in range(often):
        oracle.node_frame(oracle.root)
    with pytest.raises(ProtocolError, match="far more often"):
        oracle.node_frame(oracle.root)
    assert oracle.record.visited == [0] * often


def test_a_board_that_is_used_again_begins_anew(case: Case) -> None:
    """What one search has asked and called is nothing to the next one."""
    board = Board(case.tree, case.question.entry_functions)
    records = []
    for _ in range(2):
        game, root, visited = board.fresh_game_root_and_visits()
        space: dict[str, object] = {}
        exec(REFERENCE, space)  # noqa: S102 - our own
        search = space["deepening_search"]
        assert callable(search)
        with board.watching_calls(space):
            search(game, root, 3)
        records.append(tuple(visited))
    assert records[0] == records[1]


def test_the_root_counts_once() -> None:
    """A loop in the search function does not come back to it; a call does."""
    assert are_alike("ABCBC", "ABCABC", repeats=True)
    assert not are_alike("ABCBC", "ABC", repeats=True)
    assert not are_alike("A", "", repeats=True)
    assert are_alike("", "", repeats=True)


def test_recursive_functions_are_found() -> None:
    """Those that call themselves, by way of others, of inner functions, of wrappers."""
    space: dict[str, object] = {}
    code = """
from functools import lru_cache
def alone(state): return leaf(state)
def leaf(state): return state
def one(state): return two(state)
def two(state): return [one(s) for s in state]
@lru_cache
def three(state):
    def inner(s): return three(s)
    return inner(state)
four = lambda state: four(state)
class Everything:
    __call__ = __getattr__ = lambda self, *_: self
everything = Everything()
def itself(): return None
itself.__wrapped__ = itself
"""
    exec(code, space)  # noqa: S102 - our own
    assert recursive(space) == {"one", "two", "three", "four"}
