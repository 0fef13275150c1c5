"""Where a small change makes all right is told; nothing is told that was not shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.questions import HIDDEN, Assignment, Limits, Part
from autograder.errors import GraderError
from autograder.grading.explaining import NO_ROOM, SEEK, explain, parts_beside
from autograder.grading.grading import Grading, grade_all_tests
from autograder.kinds import all as assignments
from autograder.kinds.game.kind import Plays
from autograder.kinds.game.words import OF_FUNCTIONS
from autograder.kinds.kind import Desk
from autograder.kinds.playouts.kind import Searches
from autograder.kinds.search.counterexample import Probe
from autograder.kinds.search.signatures import AnswerBook
from autograder.kinds.table.kind import Tables
from autograder.observing.repairing import OfFunction, Repair, Repairs
from autograder.project import Places
from autograder.report import platforms
from autograder.report.entries import Report
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.walls.leftovers import remove
from autograder.words.explanations import Explanation
from tests.cases import for_each
from tests.small import ROOT

WHOLE = assignments.load(ROOT / "test_trees")
LECTURES = 8  # of the first trees of a question
BUDGET = 5.0  # millions of steps
REFERENCE = ROOT / "reference"


def only(name: str) -> Assignment:
    """The first trees of one question, all of them visible."""
    tests = [test for test in WHOLE.cases if test.question.name == name]
    shown = [replace(test, part=Part()) for test in tests[:LECTURES]]
    return replace(WHOLE, tests=tuple(shown))


def of_unit(unit: str, name: str) -> Assignment:
    """One question of a unit, with all of its tests."""
    whole = assignments.load(ROOT / "test_trees" / unit)
    tests = [test for test in whole.tests if test.question.name == name]
    return replace(whole, tests=tuple(tests))


MINIMAX, ALPHA_BETA = only("minimax"), only("alpha_beta")
SOURCE = (REFERENCE / "minimax.py").read_text(encoding="utf-8")
PRUNING = (REFERENCE / "alpha_beta.py").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all: each submission is staged anew."""
    with Sandbox() as shared:
        yield shared


@dataclass(frozen=True)
class How:
    """With how many millions of steps it is looked for, and where it is told."""

    budget: float = BUDGET
    gradebook: Gradebook = field(default_factory=lambda: Gradebook(None))


def explained(
    sandbox: Sandbox,
    folder: Path,
    assignment: Assignment,
    modules: dict[str, str],
    how: How | None = None,
) -> tuple[Explanation | None, Report]:
    """What is told of a submission, and the report that tells it."""
    how = how or How()
    remove(folder / "hand_in")
    (folder / "hand_in").mkdir()
    for name, source in modules.items():
        (folder / "hand_in" / f"{name}.py").write_text(source, encoding="utf-8")
    remove(sandbox.folder / "submission")
    grading = Grading.of(assignment, folder / "hand_in", sandbox)
    grade_all_tests(grading, how.gradebook)
    found = explain(grading, how.gradebook, how.budget)
    return found.get(assignment.tests[0].question.name), how.gradebook.report


def swapped(source: str, old: str, new: str) -> tuple[str, int]:
    """A program in which a line is another, and the number of that line."""
    assert source.count(old) == 1, old
    return source.replace(old, new), source[: source.index(old)].count("\n") + 1


def explanations(report: Report) -> list[Any]:
    """What each test says of it in results.json."""
    return [entry.extra["explanation"] for entry in report.all()]


def test_the_line_of_a_fault_is_told(sandbox: Sandbox, tmp_path: Path) -> None:
    """Above all tests, in each test that fails, and in no other."""
    line = next(row for row in SOURCE.splitlines() if "min_value(game, " in row)
    source, number = swapped(SOURCE, line, line.replace("min_value", "-min_value"))
    found, report = explained(sandbox, tmp_path, MINIMAX, {"minimax": source})
    assert found is not None
    assert [each.line for each in found.lines] == [number]
    assert (found.family, found.right, found.of) == ("sign", LECTURES, LECTURES)
    title = f"With a change in line {number} alone, all 8 trees that you see are right"
    assert [note.title for note in report.notes if note.explains] == [
        f"minimax: {title}"
    ]
    for entry in report.all():
        told = None if entry.passed else found.as_json()
        assert entry.extra["explanation"] == told
        assert entry.extra["diagnosis"] == (told and "sign")
        assert entry.diagnosis == ("" if entry.passed else title)


OF_MIN_AT_THE_ROOT = """import math


def df_minimax_search(game, state):
    if game.to_move(state) == "max":
        return max(game.actions(state), key=lambda a: worth_of(game, state, a, "min"))
    chosen, least = None, math.inf
    for action in game.actions(state):
        worth = worth_of(game, state, action, "max")
        if worth < least:
            chosen = action
        least = max(least, worth)
    return chosen


def worth_of(game, state, action, player):
    return df_minimax(game, game.result(state, action), player)


def df_minimax(game, state, player):
    if game.is_terminal(state):
        return game.utility(state)
    pick, other = (max, "min") if player == "max" else (min, "max")
    return pick(worth_of(game, state, a, other) for a in game.actions(state))
"""


BEST_OF_ALL = """def df_minimax_search(game, state):
    return None


def df_minimax(game, state, player):
    if game.is_terminal(state):
        return game.utility(state)
    other = "min" if player == "max" else "max"
    children = [game.result(state, action) for action in game.actions(state)]
    return best([df_minimax(game, child, other) for child in children], player)


def best(values, player):
    top_max = -2
    top_min = 2
    for value in values:
        top_max = max(top_max, value)
        top_min = min(top_min, value)
    return top_max if player == "max" else top_min
"""


def test_a_change_for_both_players_is_one(sandbox: Sandbox, tmp_path: Path) -> None:
    """It is told of a function while another one is wrong, as any one change is."""
    lines = [swapped(BEST_OF_ALL, f" = {v}\n", "")[1] for v in (-2, 2)]
    asked = of_unit("shapes", "df_minimax")
    found, _ = explained(sandbox, tmp_path, asked, {"df_minimax": BEST_OF_ALL})
    assert found is not None
    ((function, told),) = ((p.function, p.lines) for p in found.parts)
    assert (function, [each.line for each in told]) == ("df_minimax", lines)


def of_two_trees() -> Assignment:
    """The first trees of a question, on which another first value is right, too."""
    asked = of_unit("shapes", "df_minimax")
    return replace(asked, tests=asked.tests[:2])


def test_equal_repairs_are_settled_on_small_trees(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """By another first value the trees that are seen are right, too; others are not."""
    asked, source = of_two_trees(), {"df_minimax": OF_MIN_AT_THE_ROOT}
    found, _ = explained(sandbox, tmp_path, asked, source)
    test, kept = (
        swapped(OF_MIN_AT_THE_ROOT, line, "")[1]
        for line in ("if worth < least", "least = max(least, worth)")
    )
    assert found is not None
    assert [each.line for each in found.lines] == [kept, test]  # either is right


@for_each("known", [None, True, False, "it fails"])
def test_what_is_not_settled_is_not_told(
    sandbox: Sandbox, tmp_path: Path, *, known: bool | str | None
) -> None:
    """Where small trees say of none, of all, or of no repair that it is right."""

    def first(*_: object, **__: object) -> object:
        if known == "it fails":
            raise GraderError("there is no worker")
        return None if known else known

    asked, source = of_two_trees(), {"df_minimax": OF_MIN_AT_THE_ROOT}
    with pytest.MonkeyPatch.context() as patch:
        if known is None:
            patch.setattr(AnswerBook, "family", lambda *_: None)
        else:
            patch.setattr(Probe, "first", first)
        found, report = explained(sandbox, tmp_path, asked, source)
    assert found is None
    assert not report.complaints


def test_a_fault_of_both_players_is_told_in_both_functions(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """A repair takes a place in each; they are told together."""
    rows = PRUNING.splitlines()
    cuts = [
        n for n, row in enumerate(rows) if "v >= beta" in row or "v <= alpha" in row
    ]
    assert len(cuts) == 2
    for cut in cuts:
        rows[cut] = rows[cut].replace(">=", "==").replace("<=", "==")
    source = "\n".join(rows) + "\n"
    found, _ = explained(
        sandbox, tmp_path, ALPHA_BETA, {"alpha_beta": source}, How(20.0)
    )
    assert found is not None
    assert [each.line - 1 for each in found.lines] == cuts


@for_each("name", ["minimax", "alpha_beta"])
def test_of_a_right_program_nothing_is_told(
    sandbox: Sandbox, tmp_path: Path, name: str
) -> None:
    """Nothing is looked for, either."""
    source = (REFERENCE / f"{name}.py").read_text(encoding="utf-8")
    found, report = explained(sandbox, tmp_path, only(name), {name: source})
    assert found is None
    assert not report.notes
    assert {*explanations(report)} == {None}


def test_nothing_hidden_is_learnt(sandbox: Sandbox, tmp_path: Path) -> None:
    """With other hidden trees the words are the same; hidden tests tell nothing."""
    line = next(row for row in SOURCE.splitlines() if "= -" in row or "-inf" in row)
    source, _ = swapped(SOURCE, line, line[: line.index("=")] + "= 0")
    told = []
    for hidden in (slice(0, 2), slice(2, 5)):
        tests = [*MINIMAX.cases[5:]]
        tests += [
            replace(t, part=Part(visibility=HIDDEN)) for t in MINIMAX.cases[hidden]
        ]
        assignment = replace(MINIMAX, tests=tuple(tests))
        found, report = explained(sandbox, tmp_path, assignment, {"minimax": source})
        told.append((found, [note for note in report.notes if note.explains]))
        unseen = [e for e in report.all() if e.visibility == HIDDEN]
        assert {e.extra["explanation"] for e in unseen} == {None}
    assert told[0] == told[1]


NEVER_ENDS = "def max_value(game, state):\n    while True:\n        pass\n"
REST = "\n\nmin_value = max_value\n\n\ndef minimax_search(game, state):\n    return 0\n"
KEEPS = """
calls = []

def max_value(game, state):
    calls.append(1)
    return len(calls)
"""
READS_ITSELF = """
import inspect, sys

def max_value(game, state):
    return len(inspect.getsource(sys.modules[__name__]))
"""
FORKS = "import os\n\n\ndef max_value(game, state):\n    os.fork()\n    return 3\n"
EATS = "def max_value(game, state):\n    return len([0] * 10 ** 10)\n"
EXITS = "import os\n\n\ndef max_value(game, state):\n    os._exit(3)\n"
NESTED = f"def max_value(game, state):\n    return {'(' * 90}3{')' * 90}\n"
MANY = "".join(f"def f{n}(x):\n    return x + {n}\n\n\n" for n in range(300))
LONG = "def max_value(game, state):\n    v = 1\n" + "    v = v + 1\n" * 2000
SOON = Limits(seconds=0.1)  # by when one that never ends is ended


@for_each(
    "source",
    [
        *("", "def max_value(game, state:\n", "max_value = 3\n", "raise ValueError\n"),
        *(NEVER_ENDS + REST, KEEPS + REST, READS_ITSELF + REST, FORKS + REST),
        *(EATS + REST, EXITS + REST, NESTED + REST, MANY + NEVER_ENDS + REST),
        *(LONG + "    return v\n" + REST, "import sys\nsys.exit()\n"),
    ],
)
def test_hostile_and_hopeless_programs(
    sandbox: Sandbox, tmp_path: Path, source: str
) -> None:
    """The search ends, the points stay, and nothing is told."""
    question = replace(MINIMAX.cases[0].question, limits=SOON)
    tests = [replace(case, question=question) for case in MINIMAX.cases[:2]]
    small = replace(MINIMAX, tests=tuple(tests))
    found, report = explained(sandbox, tmp_path, small, {"minimax": source}, How(0.1))
    assert found is None
    assert not report.complaints
    assert len(report.all()) == 2


# ── How much is told, and to whom ──────────────────────────────────────────────────


def negated() -> tuple[str, int, str]:
    """Minimax with a sign too many, in which line, and how that should read."""
    line = next(row for row in SOURCE.splitlines() if "min_value(game, " in row)
    source, number = swapped(SOURCE, line, line.replace("min_value", "-min_value"))
    return source, number, line.strip()


def given(assignment: Assignment, **part: Any) -> Assignment:
    """An assignment, of whose tests students are told as much as the part says."""
    tests = [replace(test, part=Part(**part)) for test in assignment.cases]
    return replace(assignment, tests=tuple(tests))


@for_each("hints", ["question", "fix"])
def test_the_change_is_told_where_the_assignment_says_so(
    sandbox: Sandbox, tmp_path: Path, hints: str
) -> None:
    """Else nothing in results.json has the line as it should be."""
    source, number, right = negated()
    assignment = given(MINIMAX, hints=hints)
    _, report = explained(sandbox, tmp_path, assignment, {"minimax": source})
    results = json.loads(platforms.gradescope_text(report, 0.0))
    change = f"`{right}` in place of `{right.replace('min_value', '-min_value')}`"
    assert (change in results["output"]) == (hints == "fix")
    assert (right in json.dumps(results)) == (hints == "fix")
    assert f"minimax.py:{number}: " in results["output"]


def test_of_a_diagnosis_no_line_is_told(sandbox: Sandbox, tmp_path: Path) -> None:
    """But what kind of change it is, and a question; the class's table has the line."""
    source, number, _ = negated()
    brief = given(MINIMAX, feedback="diagnosis")
    found, report = explained(sandbox, tmp_path, brief, {"minimax": source})
    assert found is not None
    assert [each.line for each in found.lines] == [number]
    text = platforms.gradescope_text(report, 0.0)
    assert "With a small change (sign), all 8 trees that you see are right" in text
    assert "From whose side is this number seen" in text
    assert "line" not in json.loads(text)["output"]
    for test in json.loads(text)["tests"]:
        assert test["extra_data"]["explanation"] is None
        failed = test["status"] == "failed"
        assert test["extra_data"]["diagnosis"] == ("sign" if failed else None)


def test_without_feedback_nothing_is_looked_for(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """Nor where all tests that fail are hidden."""
    source, _, _ = negated()
    seen: list[str] = []
    for part in ({"feedback": "none"}, {"visibility": HIDDEN}):
        how = How(gradebook=Gradebook(None, lambda _, what: seen.append(what)))
        assignment = given(MINIMAX, **part)
        told, _ = explained(sandbox, tmp_path, assignment, {"minimax": source}, how)
        assert told is None
    assert {*seen} == {"minimax"}


def test_all_points_are_in_the_results_before_it_begins(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """Whatever ends the search: they are those of the end."""
    source, _, _ = negated()
    results = tmp_path / "results.json"
    then: list[str] = []

    def watch(_: Report, what: str) -> None:
        if what == SEEK.format("minimax"):
            then.append(results.read_text(encoding="utf-8"))

    how = How(gradebook=Gradebook(results, watch))
    found, report = explained(sandbox, tmp_path, MINIMAX, {"minimax": source}, how)
    assert found is not None
    tests = json.loads(then[0])["tests"]
    assert [test["score"] for test in tests] == [e.score for e in report.all()]
    assert tests[0]["extra_data"]["explanation"] is None


def test_a_search_that_is_stopped_leaves_the_results_as_they_were(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """They say nothing of a grading that could not finish: it has finished."""
    source, _, _ = negated()
    results = tmp_path / "results.json"

    def watch(_: Report, what: str) -> None:
        if what == SEEK.format("minimax"):
            raise KeyboardInterrupt

    how = How(gradebook=Gradebook(results, watch))
    with pytest.raises(KeyboardInterrupt):
        explained(sandbox, tmp_path, MINIMAX, {"minimax": source}, how)
    before = results.read_bytes()
    how.gradebook.stop(GraderError, "It was stopped by hand.")
    assert results.read_bytes() == before
    tests = json.loads(before)["tests"]
    assert [test["score"] for test in tests] == [
        entry.score for entry in how.gradebook.report.all()
    ]
    assert "could not finish" not in json.loads(before)["output"]


def test_where_no_time_is_left_it_is_said(sandbox: Sandbox, tmp_path: Path) -> None:
    """A search that may take longer than what is left is not begun."""
    source, _, _ = negated()
    short = replace(MINIMAX, budget=30.0)
    found, report = explained(sandbox, tmp_path, short, {"minimax": source}, How(31.0))
    assert found is None
    assert [note.title for note in report.notes] == [NO_ROOM.format("minimax")]


def test_what_a_course_provides_is_not_edited(sandbox: Sandbox, tmp_path: Path) -> None:
    """A fault there is nobody's own; a module that only has its name is."""
    source, number, _ = negated()
    question = replace(MINIMAX.cases[0].question, places=Places(tmp_path / "course"))
    tests = [replace(case, question=question) for case in MINIMAX.cases]
    assignment = replace(MINIMAX, tests=tuple(tests))
    stubs = tmp_path / "course" / "student_template"
    stubs.mkdir(parents=True)
    (stubs / "minimax.py").write_text("raise NotImplementedError\n", encoding="utf-8")
    sent = {"minimax": "from helpers import *\n", "helpers": source}
    told = []
    for text in (source, "another = 1\n"):
        (stubs / "helpers.py").write_text(text, encoding="utf-8")
        found, _ = explained(sandbox, tmp_path, assignment, sent)
        told.append(found and [(each.file, each.line) for each in found.lines])
    assert told == [None, [("helpers.py", number)]]


# ── Tables, searches by playouts and games ─────────────────────────────────────────
# Of each kind: the folder, the question, its module, a line of the right program, what
# a student wrote in its place, and what its tests are called.
OF_KINDS = {
    "table": (
        *("monte_carlo", "ucb1", "monte_carlo"),
        "math.sqrt(math.log(parent_playouts) / playouts)",
        "math.sqrt(math.log(playouts) / playouts)",
        "tests",
    ),
    "playouts": (
        *("monte_carlo", "mcts", "monte_carlo"),
        "            node.utility -= payoff",
        "            node.utility += payoff",
        "trees",
    ),
    "game": (
        *("modelling", "tic_tac_toe", "tic_tac_toe"),
        "    board = list(state)",
        "    board = state",
        "tests",
    ),
}


FEW = 4  # of its tests
ENOUGH = {"table": 0.5, "playouts": 0.5, "game": 8.0}  # millions of steps
DESKS = {"table": Tables, "playouts": Searches, "game": Plays}


def of_kind(kind: str) -> tuple[Assignment, str, str, int]:
    """The assignment of one question, its module, a faulty program, and the line."""
    folder, name, module, right, wrong, _ = OF_KINDS[kind]
    whole = assignments.load(ROOT / "test_trees" / folder)
    mine = [test for test in whole.tests if test.question.name == name]
    assert mine[0].question.kind == kind
    source = (REFERENCE / f"{module}.py").read_text(encoding="utf-8")
    faulty, line = swapped(source, right, wrong)
    return replace(whole, tests=tuple(mine[:FEW])), module, faulty, line


@for_each("kind", OF_KINDS)
def test_each_kind_tells_the_line(sandbox: Sandbox, tmp_path: Path, kind: str) -> None:
    """Above all tests, in the words of the kind; of the right program nothing."""
    assignment, module, faulty, line = of_kind(kind)
    how = How(ENOUGH[kind])
    found, report = explained(sandbox, tmp_path, assignment, {module: faulty}, how)
    assert found is not None
    assert [each.line for each in found.lines] == [line]
    (title,) = [note.title for note in report.notes if note.explains]
    assert f"{OF_KINDS[kind][-1]} that you see are right" in title
    source = (REFERENCE / f"{module}.py").read_text(encoding="utf-8")
    found, report = explained(sandbox, tmp_path, assignment, {module: source})
    assert found is None
    assert {*explanations(report)} == {None}


@for_each("kind", OF_KINDS)
def test_without_its_score_a_kind_tells_nothing(
    sandbox: Sandbox, tmp_path: Path, kind: str
) -> None:
    """Deleting the one function deletes the explanations, and nothing else."""
    assignment, module, faulty, _ = of_kind(kind)
    _, graded = explained(sandbox, tmp_path, assignment, {module: faulty}, How(0.0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DESKS[kind], "score", Desk.score)
        found, report = explained(sandbox, tmp_path, assignment, {module: faulty})
    assert found is None
    assert not report.complaints
    scores = [[entry.score for entry in each.all()] for each in (graded, report)]
    assert scores[0] == scores[1]


@for_each("kind", OF_KINDS)
def test_of_each_kind_nothing_hidden_is_learnt(
    sandbox: Sandbox, tmp_path: Path, kind: str
) -> None:
    """With other hidden tests, or none, the words are the same."""
    assignment, module, faulty, _ = of_kind(kind)
    *seen, one, another = assignment.tests
    shown = [replace(test, part=Part()) for test in seen]
    told, how = [], How(0.2 if kind == "game" else ENOUGH[kind])
    for hidden in ((), (one,), (another,)):
        unseen = Part(visibility=HIDDEN)
        more = [replace(test, part=unseen) for test in hidden]
        other = replace(assignment, tests=(*shown, *more))
        found, report = explained(sandbox, tmp_path, other, {module: faulty}, how)
        told.append((found, [note for note in report.notes if note.explains]))
    assert told[0] == told[1] == told[2]
    assert told[0][0] is not None or kind == "game"  # of which one test is not enough


AFTER_A_MOVE_OF_THE_OTHER = """
import math

def alpha_beta_search(game, state):
    worth = {}
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(child) == "max":
            worth[action] = max_value(game, child, -math.inf, math.inf)
        else:
            worth[action] = min_value(game, child, -math.inf, math.inf)
    pick = max if game.to_move(state) == "max" else min
    return pick(worth, key=worth.get)

def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    mover, v = game.to_move(state), -math.inf
    for action in game.actions(state):
        child = game.result(state, action)
        follower = game.to_move(child)
        if follower == mover:
            v = max(v, max_value(game, child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        else:
            v = max(v, min_value(game, child, alpha, beta))
    return v

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    mover, v = game.to_move(state), math.inf
    for action in game.actions(state):
        child = game.result(state, action)
        follower = game.to_move(child)
        if follower == mover:
            v = min(v, min_value(game, child, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        else:
            v = min(v, max_value(game, child, alpha, beta))
    return v
"""


def test_no_function_is_told_that_loses_what_was_right(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """To take each child for the mover's own is right where all children are leaves."""
    whole = assignments.load(ROOT / "test_trees" / "any_order")
    mine = [test for test in whole.cases if test.question.name == "alpha_beta"]
    seen = replace(whole, tests=tuple(replace(test, part=Part()) for test in mine))
    found, _ = explained(
        sandbox, tmp_path, seen, {"alpha_beta": AFTER_A_MOVE_OF_THE_OTHER}, How(6.0)
    )
    lines = found.lines if found else ()
    assert not any(each.source.startswith("follower = ") for each in lines)


BY_VISITS = "max(root.children, key=lambda child: child.playouts)"
BY_MEAN = "max(root.children, key=lambda child: child.utility / child.playouts)"
UCB1 = "utility / playouts + c * math.sqrt(math.log(parent_playouts) / playouts)"
HOPELESS = UCB1, "parent_playouts % 7 - playouts * c"  # what no small change mends
SIGN = "node.utility -= payoff", "node.utility += payoff"


@for_each(
    "fault, choice, told",
    [
        (HOPELESS, BY_MEAN, [BY_MEAN]),
        (HOPELESS, BY_VISITS, []),
        (SIGN, BY_MEAN, [SIGN[1], BY_MEAN]),
    ],
)
def test_a_choice_is_judged_by_the_searchs_own_playouts(
    sandbox: Sandbox,
    tmp_path: Path,
    fault: tuple[str, str],
    choice: str,
    told: list[str],
) -> None:
    """Its line is told though playouts are wrong, and none where it is right."""
    whole = assignments.load(ROOT / "test_trees" / "monte_carlo")
    mine = [test for test in whole.tests if test.question.name == "mcts"]
    seen = replace(whole, tests=tuple(mine[:3]))
    source = (REFERENCE / "monte_carlo.py").read_text(encoding="utf-8")
    faulty = {"monte_carlo": source.replace(BY_VISITS, choice).replace(*fault)}
    how = How(0.3 if fault == HOPELESS else BUDGET)
    found, report = explained(sandbox, tmp_path, seen, faulty, how)
    lines = found.lines if found else ()
    assert {each.source for each in lines} == {
        row.strip()
        for row in faulty["monte_carlo"].splitlines()
        if any(each in row for each in told)
    }
    titles = [note.title for note in report.notes if note.explains]
    assert len(titles) == bool(told)
    is_whole = fault == SIGN
    assert all(is_whole != ("has most playouts" in title) for title in titles)


BY_THE_WAY = """

def mean(node):
    return node.utility / node.playouts
"""


def test_a_choice_is_not_told_by_what_the_search_needs_before(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """A mean by which children are selected, too, is not what the choice gets wrong."""
    whole = assignments.load(ROOT / "test_trees" / "monte_carlo")
    mine = [test for test in whole.tests if test.question.name == "mcts"]
    seen = replace(whole, tests=tuple(mine[:FEW]))
    source = (REFERENCE / "monte_carlo.py").read_text(encoding="utf-8") + BY_THE_WAY
    for old, new in (
        (BY_VISITS, "max(root.children, key=mean)"),
        ("key=lambda child: ucb1(", "key=lambda child: mean(child) + ucb1("),
    ):
        source, _ = swapped(source, old, new)
    found, _ = explained(sandbox, tmp_path, seen, {"monte_carlo": source})
    lines = found.lines if found else ()
    assert not any(each.source.startswith("return node.utility") for each in lines)


FILLED = """
rows = []

def maximin(matrix):
    for row in matrix:
        row.sort()
        rows.append(row[0])
        row.append(row)
    return max(rows)
"""


def test_what_stays_is_told_and_leaks_into_no_trial(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """Each program starts anew, with matrices of its own, whatever others left."""
    seen = of_unit("matrix_games", "maximin")
    found, _ = explained(sandbox, tmp_path, seen, {"matrix_games": FILLED})
    assert found is not None
    assert (found.family, [each.line for each in found.lines]) == ("kept", [5])
    source, line = swapped(FILLED, "    return max(rows)", "    return min(rows)")
    source = source.replace("    for row", "    rows = []\n    for row")
    found, _ = explained(sandbox, tmp_path, seen, {"matrix_games": source})
    assert found is not None
    assert [each.line for each in found.lines] == [line + 1]


def test_a_budget_is_kept(sandbox: Sandbox, tmp_path: Path) -> None:
    """With none left nothing is found that is found with enough."""
    line = next(row for row in SOURCE.splitlines() if "min_value(game, " in row)
    source, _ = swapped(SOURCE, line, line.replace("min_value", "-min_value"))
    few, _ = explained(sandbox, tmp_path, MINIMAX, {"minimax": source}, How(0.001))
    enough, _ = explained(sandbox, tmp_path, MINIMAX, {"minimax": source})
    assert few is None
    assert enough is not None


GAME_PARTS = "initial_state/1", "result/1", "utility/1", "unchanged/1"
BESIDE = {  # what is wrong, what a change mends, and what must be right besides
    "nothing that others need": (("utility/1",), "utility", ()),
    "states alone": (
        ("utility/1", "unchanged/1"),
        "unchanged",
        ("initial_state/1", "result/1", "unchanged/1"),
    ),
    "states, of what hangs on them": (
        ("utility/1", "unchanged/1"),
        "utility",
        GAME_PARTS,
    ),
    "result, too: it may refuse what actions says": (
        ("result/1", "unchanged/1"),
        "unchanged",
        GAME_PARTS,
    ),
}


@for_each("what", BESIDE)
def test_what_must_be_right_beside_a_function_of_a_game(what: str) -> None:
    """A state that was changed is told, whatever else is wrong that hangs on it."""
    wrong, function, beside = BESIDE[what]
    parts = {name: name not in wrong for name in GAME_PARTS}
    repair = Repair({}, (), 1, rewrites=False, size=1.0)
    one = OfFunction(function, repair, (f"{function}/1",), 1)
    outcome = Repairs((), (), (one,), (), parts, 0)
    told = parts_beside(one, outcome, OF_FUNCTIONS, inside=True)
    assert told == {*beside}
    elsewhere = parts_beside(one, outcome, OF_FUNCTIONS, inside=False)
    assert elsewhere == ({*GAME_PARTS} if beside else set())


HALF_OF_A_NEGAMAX = """\
def negamax_search(game, state):
    return best_of(game, state)[1]


def negamax(game, state):
    return best_of(game, state)[0]


def best_of(game, state):
    if game.is_terminal(state):
        return game.utility(state, 'max'), None
    best, chosen = float('-inf'), None
    for action, child in game.successors(state):
        score = best_of(game, child)[0]
        if score > best:
            best, chosen = score, action
    return best, chosen
"""


def test_what_makes_most_trees_right_is_edited_further(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """No sign, and MAX's payoff: no part is right before both are mended.

    The sign goes by who moves again, which only some of the trees ask for.
    """
    shapes = assignments.load(ROOT / "test_trees" / "shapes")
    tests = [test for test in shapes.tests if test.question.name == "negamax"]
    asked = replace(shapes, tests=tuple(tests), counterexample=0.0)
    found, _ = explained(sandbox, tmp_path, asked, {"negamax": HALF_OF_A_NEGAMAX})
    assert found is not None
    assert [line.line for line in found.lines] == [11, 14]
    assert found.right == found.of
