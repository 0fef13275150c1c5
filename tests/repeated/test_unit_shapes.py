"""The unit `shapes`: the lectures' own forms of minimax and alpha-beta.

What the references find and visit on random trees is held against recursions that are
written here, on bare nodes, and share nothing with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum, inf
from pathlib import Path
from random import Random

import pytest

from autograder.answers.board import Board
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.alone import Passed
from autograder.kinds.search.judging import Finding
from autograder.observing.outcome import ASKS_ITSELF, Fault, Returned
from autograder.project import load_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import file as treefile
from autograder.trees.drawn import Form, random_tree
from autograder.trees.tree import GameTree
from tests.small import ROOT
from tests.unitgrading import FOLDER, REFERENCE, TREES, Fact, Graded, graded, unit

UNIT = "shapes"
DRAWN = 300
POINTS = {
    "dispatcher": 12,
    "df_minimax": 8,
    "viewpoint": 7,
    "principal_variation": 11,
    "dispatcher_alpha_beta": 14,
    "df_alpha_beta": 12,
    "bounded_minimax": 5,
    "alpha_beta_pruning": 13,
    "negamax": 9,
    "negamax_alpha_beta": 9,
}
ENTRIES = {  # the function for the value, and what it takes behind game and state
    "dispatcher": ("value", ()),
    "df_minimax": ("df_minimax", ("player",)),
    "viewpoint": ("value", ("viewpoint",)),
    "principal_variation": ("minimax", ()),
    "dispatcher_alpha_beta": ("value", ("alpha", "beta")),
    "df_alpha_beta": ("alpha_beta", ("player", "alpha", "beta")),
    "bounded_minimax": ("minimax", ("alpha", "beta")),
    "alpha_beta_pruning": ("alpha_beta_pruning", ("alpha", "beta")),
    "negamax": ("negamax", ()),
    "negamax_alpha_beta": ("negamax", ("alpha", "beta")),
}
OF_THE_MOVER = ("negamax", "negamax_alpha_beta")
NAMES = ("bounded_minimax", "df_minimax", "df_alpha_beta", "dispatcher")
PLAIN, UNIT_PAYOFFS, LOOSE = Form(), Form(within=(-1, 1)), Form(loose=True)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


def visits_of(question: str, tree: GameTree) -> tuple[float, str]:
    """What the root is worth to MAX by the reference, and the labels it visits."""
    module = load_module(REFERENCE / f"{question}.py")
    function, names = ENTRIES[question]
    alpha, beta = tree.window
    sign = 1
    if question in OF_THE_MOVER and tree.root.to_move == "min":
        sign, alpha, beta = -1, -beta, -alpha
    start: dict[str, object] = {"alpha": alpha, "beta": beta}
    start |= dict.fromkeys(("player", "viewpoint"), tree.root.to_move)
    game, root, visited = Board(tree).fresh_game_root_and_visits()
    found = getattr(module, function)(game, root, *[start[name] for name in names])
    return sign * found, " ".join(tree.labels()[index] for index in visited)


# The unit


def test_a_hundred_points() -> None:
    """For ten questions."""
    cases = unit(UNIT).cases
    found = {
        question: round(
            fsum(c.points.max_points for c in cases if c.question.name == question),
            6,
        )
        for question in dict.fromkeys(c.question.name for c in cases)
    }
    assert found == POINTS
    assert fsum(found.values()) == pytest.approx(100)


def test_no_line_of_the_grader_knows_them() -> None:
    """What it must know stands in the assignment, the reference and the answers.

    The screen knows the project's conventions, of which some are of one shape.
    """
    of_conventions = ROOT / "autograder" / "report" / "terminal.py"
    for path in {*(ROOT / "autograder").rglob("*.py")} - {of_conventions}:
        text = path.read_text("utf-8")
        assert not [name for name in NAMES if f'"{name}"' in text], path


# The lectures' figures


def is_right_alone(finding: Finding) -> bool:
    """Whether a function has its points for what it does alone."""
    return finding.alone is not None and finding.verdict is Verdict.CORRECT


@pytest.mark.parametrize(
    "question, tree, value, visited",
    [
        ("alpha_beta_pruning", "nim_2_2", -1, "A B D I N E K C G M"),
        ("alpha_beta_pruning", "nim_2_2_min_first", 1, "A B D I N E K C G M"),
        ("alpha_beta_pruning", "example_1", 1, "A B"),
        ("alpha_beta_pruning", "example_2", 0.5, "A B C D"),
        ("bounded_minimax", "nim_2_2", -1, "A B D I N J E K F L O C G M H"),
        ("bounded_minimax", "example_1", 1, "A B C"),
        ("bounded_minimax", "example_2", 0.5, "A B C D E"),
        ("df_alpha_beta", "nim_2_2", -1, "A B D I N E K C G M"),
        ("dispatcher_alpha_beta", "nim_2_2", -1, "A B D I N E K C G M"),
    ],
)
def test_the_lecture_visits_these(
    question: str, tree: str, value: float, visited: str
) -> None:
    """Brown's Tables 5 and 7; who starts with (-1, +1) never meets J, L, O and H."""
    read = treefile.load(TREES / "stacks" / "brown" / f"{tree}.yaml")
    assert visits_of(question, read) == (value, visited)


# Random trees


def by_definition(tree: GameTree, index: int) -> float:
    """The minimax value of a node."""
    node = tree.nodes[index]
    if not node.children:
        (payoff,) = node.payoffs()
        return payoff
    below = [by_definition(tree, child) for child in node.children]
    return max(below) if node.to_move == "max" else min(below)


def cut(
    tree: GameTree, index: int, alpha: float, beta: float, seen: list[str]
) -> float:
    """Alpha-beta on bare nodes, negamax with a sign; what it meets goes to `seen`."""
    node = tree.nodes[index]
    seen.append(node.label)
    if not node.children:
        (payoff,) = node.payoffs()
        return payoff
    sign = 1 if node.to_move == "max" else -1
    low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
    best = -inf
    for child in node.children:
        window = (low, high) if sign > 0 else (-high, -low)
        best = max(best, sign * cut(tree, child, *window, seen))
        low = max(low, best)
        if low >= high:
            break
    return sign * best


def trees(form: Form) -> Iterator[GameTree]:
    """The same ones each time."""
    chance = Random(15)  # noqa: S311 - to be repeated, not to be guessed
    return (random_tree(chance, form) for _ in range(DRAWN))


@pytest.mark.parametrize(
    "question, form",
    [
        ("dispatcher", PLAIN),
        ("df_minimax", PLAIN),
        ("principal_variation", PLAIN),
        ("bounded_minimax", UNIT_PAYOFFS),
        ("negamax", PLAIN),
        ("negamax", LOOSE),
    ],
)
def test_minimax_by_the_definition(question: str, form: Form) -> None:
    """The value, and every node once."""
    for tree in trees(form):
        found, visited = visits_of(question, tree)
        assert found == by_definition(tree, 0)
        assert sorted(visited.split()) == sorted(tree.labels())


@pytest.mark.parametrize(
    "question, form",
    [
        ("dispatcher_alpha_beta", PLAIN),
        ("df_alpha_beta", PLAIN),
        ("alpha_beta_pruning", PLAIN),
        ("alpha_beta_pruning", UNIT_PAYOFFS),
        ("negamax_alpha_beta", PLAIN),
        ("negamax_alpha_beta", LOOSE),
    ],
)
def test_alpha_beta_by_negamax(question: str, form: Form) -> None:
    """The value, and the nodes that it takes in this order of children."""
    for tree in trees(form):
        seen: list[str] = []
        value = cut(tree, 0, *tree.window, seen)
        assert value == by_definition(tree, 0)
        assert visits_of(question, tree) == (value, " ".join(seen))


def test_a_viewpoint_changes_the_sign_and_nothing_else() -> None:
    """V(s, min) = -V(s, max), whoever moves at the root; each node is visited once."""
    value = load_module(REFERENCE / "viewpoint.py").value
    for tree in trees(PLAIN):
        for viewpoint, sign in (("max", 1), ("min", -1)):
            game, root, visited = Board(tree).fresh_game_root_and_visits()
            assert value(game, root, viewpoint) == sign * by_definition(tree, 0)
            assert sorted(visited) == [*range(len(tree.nodes))]


def test_the_principal_variation_is_followed_by_hand() -> None:
    """From the root down the first child with the value of its parent, to a leaf."""
    line_of = load_module(REFERENCE / "principal_variation.py").principal_variation
    for tree in trees(PLAIN):
        game, root, _ = Board(tree).fresh_game_root_and_visits()
        index, line = 0, []
        while tree.nodes[index].children:
            worth = by_definition(tree, index)
            below = tree.nodes[index].children
            index = next(i for i in below if by_definition(tree, i) == worth)
            line.append(tree.nodes[index].label)
        assert line_of(game, root) == line


@pytest.mark.parametrize("question", ["bounded_minimax", "alpha_beta_pruning"])
def test_brown_chooses_among_the_best(question: str) -> None:
    """Of the search in the window (-1, +1); the first of equals."""
    module = load_module(REFERENCE / f"{question}.py")
    for tree in trees(UNIT_PAYOFFS):
        game, root, _ = Board(tree).fresh_game_root_and_visits()
        found = getattr(module, f"{question}_search")(game, root, *tree.window)
        worth = {
            tree.nodes[i].label: by_definition(tree, i) for i in tree.nodes[0].children
        }
        assert found == next(a for a, v in worth.items() if v == by_definition(tree, 0))


# Submissions


def of(name: str, sandbox: Sandbox) -> dict[str, Graded]:
    """What a fixture earns, by question."""
    return graded(UNIT, FOLDER / UNIT / name, sandbox)


def test_other_shapes_keep_full_marks(sandbox: Sandbox) -> None:
    """Dictionaries for branches, v apart from the bounds or not, one test for both."""
    found = of("correct_otherwise", sandbox)
    earned = {name: round(each.points, 6) for name, each in found.items()}
    assert earned == POINTS


FRESH = {  # the convention, where the visits of the search function have points
    "dispatcher_alpha_beta": "dispatcher_root_separate",
    "df_alpha_beta": "df_root_separate",
    "alpha_beta_pruning": "pruning_root_separate",
    "negamax_alpha_beta": "",
}


@pytest.mark.parametrize("question, convention", FRESH.items())
def test_fresh_windows_at_the_root_keep_full_marks(
    question: str, convention: str, sandbox: Sandbox
) -> None:
    """Each action of the root is searched as if it were the only one."""
    found = of("correct_fresh_windows", sandbox)[question]
    assert found.points == pytest.approx(found.most)
    for result in found.results:
        assert not convention or convention in result.fitting.whole


BAR = 0.65  # of a question's worth: who is wrong there earns less


@pytest.mark.parametrize(
    "told",
    [
        (
            "cuts_forgotten",
            "df_alpha_beta",
            "cuts/tie_at_max",
            ("visits", "E2 F3 H2 H3 I2", ""),
        ),
        (
            "cuts_forgotten",
            "alpha_beta_pruning",
            "unit/tie_at_min",
            ("visits", "D2 E3 E4 F2", ""),
        ),
        (
            "cuts_forgotten",
            "dispatcher_alpha_beta",
            "movers/zero_for_sure",
            ("visits", "E2", ""),
        ),
        (
            "cut_one_side",
            "alpha_beta_pruning",
            "unit/tie_at_max",
            ("visits", "E2 F3 H2 H3", ""),
        ),
        ("player_kept", "df_minimax", "cuts/deep_cutoff", ("df_minimax", "25", "11")),
        (
            "player_kept",
            "df_alpha_beta",
            "cuts/deep_cutoff",
            ("alpha_beta", "25", "11"),
        ),
        (
            "signs_forgotten",
            "viewpoint",
            "drawn/min_second_of_three",
            ("value", "8100", "-3600"),
        ),
        (
            "line_for_max",
            "principal_variation",
            "cuts/deep_cutoff",
            ("principal_variation", "I J L L2", "I M O O1"),
        ),
        (
            "max_twice",
            "dispatcher",
            "drawn/min_second_of_three",
            ("value", "8100", "3600"),
        ),
        (
            "max_twice",
            "dispatcher_alpha_beta",
            "drawn/min_second_of_three",
            ("value", "8100", "3600"),
        ),
    ],
)
def test_wrong_searches_are_told_why(
    told: tuple[str, str, str, Fact], sandbox: Sandbox
) -> None:
    """Each loses points, and what was seen is told."""
    name, question, tree, fact = told
    found = of(name, sandbox)[question]
    assert found.fact(tree) == fact
    assert found.points < BAR * found.most


def test_an_action_is_no_line(sandbox: Sandbox) -> None:
    """Right as it is, it is one action of several, and no mistake has a name for it."""
    found = of("line_of_one", sandbox)["principal_variation"]
    assert found.lost() == {"principal_variation", "search_visits"}
    decided = found.decided("cuts/deep_cutoff")
    assert decided.verdict is Verdict.WRONG_TYPE
    assert decided.line
    assert decided.observation.outcome == Returned("str", text="I")


def test_bounds_that_are_not_carried_are_seen_at_the_function_alone(
    sandbox: Sandbox,
) -> None:
    """No visit shows them, so all else is right, and stays paid."""
    found = of("bounds_not_carried", sandbox)["bounded_minimax"]
    assert found.lost() == {"minimax"}
    alone = found.decided("drawn_unit/min_second_of_three").alone
    assert alone is not None
    assert (alone.node.label, alone.window) == ("K", (-1, 0))
    assert alone.passed == Passed("O", (-1, 1), (-1, 0))


DISPATCH = '    if game.to_move(state) == "max":\n        return max_value'


@pytest.mark.parametrize(
    "change",
    [
        ("v = max(v, ", "v = min(v, ", ["min_value"]),
        ("v = min(v, ", "v = max(v, ", ["max_value"]),
        (DISPATCH, DISPATCH.replace("max", "min", 1), ["max_value", "min_value"]),
        (
            '    """The minimax value of `state`, whoever moves there."""\n',
            "    raise NotImplementedError\n",
            ["max_value", "min_value"],
        ),
    ],
    ids=["max_value", "min_value", "value dispatches wrongly", "value is a stub"],
)
def test_each_function_is_judged_alone(
    tmp_path: Path, sandbox: Sandbox, change: tuple[str, str, list[str]]
) -> None:
    """Whatever is wrong with the others: a correct dispatcher stands in for it."""
    text = (REFERENCE / "dispatcher.py").read_text("utf-8")
    old, new, right = change
    assert old in text
    (tmp_path / "dispatcher.py").write_text(text.replace(old, new, 1), "utf-8")
    found = graded(UNIT, tmp_path, sandbox)["dispatcher"]
    result = found.on("drawn_movers/max_first_of_four")
    alone = [f.facet for f in result.findings if is_right_alone(f)]
    assert alone == right


def test_a_call_without_the_argument_is_told_so(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    """By the names that the reference has."""
    text = (REFERENCE / "df_minimax.py").read_text("utf-8")
    wrong = text.replace(
        "state: State, player: str) -> float", "state: State) -> float"
    )
    (tmp_path / "df_minimax.py").write_text(wrong, "utf-8")
    found = graded(UNIT, tmp_path, sandbox)["df_minimax"]
    called = found.decided("cuts/deep_cutoff").observation
    assert called.signature == "df_minimax(game, state, player)"
    assert isinstance(called.outcome, Fault)
    told = called.outcome.kind, called.outcome.message
    assert told == ("signature", "(game, state)")


@pytest.mark.parametrize("test", ["v >= beta", "v <= alpha"])
def test_a_dispatcher_may_cut_on_equality_at_one_side(
    tmp_path: Path, sandbox: Sandbox, test: str
) -> None:
    """On every tree, though no answer is recorded of it."""
    text = (REFERENCE / "dispatcher_alpha_beta.py").read_text("utf-8")
    mixed = text.replace(f"if {test}:", f"if {test.replace('=', '')}:")
    assert mixed != text
    (tmp_path / "dispatcher_alpha_beta.py").write_text(mixed, "utf-8")
    found = graded(UNIT, tmp_path, sandbox)["dispatcher_alpha_beta"]
    assert found.points == pytest.approx(found.most)


# What the assignment gives for the action where the first one is best. A group's worth
# is shared among its trees, and a tree's by its points, in whole hundredths.
# dispatcher: drawn_movers/max_first_of_four,
#   4 / 2 trees * 1 / (2 + 1 + 22 + 1 + 25 + 10) = 0.033, which is 0.03.
# df_minimax: nowhere.
# dispatcher_alpha_beta: drawn/min_first_of_four and its second, each
#   2 / 3 trees * 1 / (15 + 1 + 4) = 0.033, which is 0.03, together 0.06.
# Where all is 0, in turns/zeros of dispatcher, a constant is the value:
#   2.5 / 3 * 1 / (1 + 3 + 17 + 1) = 0.038, which is 0.04.
FIRST_ACTION = {"dispatcher": 0.03, "df_minimax": 0, "dispatcher_alpha_beta": 0.06}


@pytest.mark.parametrize(
    "name, question, besides",
    [
        ("asks_itself", "dispatcher", 0),
        ("asks_itself", "dispatcher_alpha_beta", 0),
        ("asks_itself", "df_minimax", 0),
        ("asks_itself_and_goes_on", "dispatcher", 0.04),  # 0 where that is the value
        ("asks_itself_and_goes_on", "dispatcher_alpha_beta", 0),
        ("asks_the_other_about_itself", "dispatcher", 0),
        ("asks_the_other_about_itself", "dispatcher_alpha_beta", 0),
        ("remembers_values", "dispatcher", 0.04),
        ("remembers_values", "dispatcher_alpha_beta", 0),
    ],
)
def test_nobody_is_told_what_it_is_to_find(
    sandbox: Sandbox, name: str, question: str, besides: float
) -> None:
    """Who only asks earns what the first action earns, and a constant besides."""
    found = of(name, sandbox)[question]
    assert found.points == pytest.approx(FIRST_ACTION[question] + besides)
    assert {"max_value", "min_value", "df_minimax"} & found.lost()
    for result in found.results:
        assert not [f for f in result.findings if is_right_alone(f)]


def test_who_asks_about_its_own_state_is_told_so(sandbox: Sandbox) -> None:
    """Whether it catches what is raised then, or not."""
    for name in ("asks_itself", "asks_itself_and_goes_on"):
        found = of(name, sandbox)["dispatcher"]
        result = found.on("drawn_movers/max_first_of_four")
        alone = [f.observation for f in result.findings if f.alone is not None]
        assert [(call.function, call.outcome) for call in alone] == [
            ("max_value", Fault(ASKS_ITSELF, "O", near=("value",))),
            ("min_value", Fault(ASKS_ITSELF, "F", near=("value",))),
        ]


def test_functions_that_leave_all_to_a_right_one_go_with_it(sandbox: Sandbox) -> None:
    """Only the search is wrong: max_value and min_value hand their states on."""
    found = of("leaves_it_to_another", sandbox)["dispatcher"]
    assert found.lost() == {"action", "search_visits"}


def test_the_only_function_may_begin_by_calling_itself(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    """With what it keeps on the way, say: it is not told what it is to find."""
    text = (REFERENCE / "bounded_minimax.py").read_text("utf-8")
    head = "alpha: float, beta: float) -> float:"
    begins = f"""{head[:-11]}, memory: object = None) -> float:
    if memory is None:
        return minimax(game, state, alpha, beta, ())"""
    changed = text.replace(head, begins)
    assert changed != text
    (tmp_path / "bounded_minimax.py").write_text(changed, "utf-8")
    found = graded(UNIT, tmp_path, sandbox)["bounded_minimax"]
    assert found.points == pytest.approx(found.most)
