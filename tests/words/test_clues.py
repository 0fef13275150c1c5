"""From a real submission to the hint: what its text, its prints and its visits tell."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from autograder.assignment.selection import only_selected
from autograder.grading.grading import Grading
from autograder.sandbox.sandbox import Sandbox
from autograder.words.blocks import Hint
from tests import searched, tablegrading
from tests.small import ROOT
from tests.unitgrading import unit as unit_named

RIGHT = """
def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))


def minimax_search(game, state):
    if game.to_move(state) == "max":
        return max(game.successors(state), key=lambda p: min_value(game, p[1]))[0]
    return min(game.successors(state), key=lambda p: max_value(game, p[1]))[0]
"""
FIG, MIN_FIRST = "lectures/aima_fig_5_2", "mistakes/min_at_root"


BOX: list[Sandbox] = []  # the one in which all tests grade


@pytest.fixture(scope="module", autouse=True)
def box() -> Iterator[None]:
    """A sandbox, for as long as there are tests."""
    with Sandbox() as shared:
        BOX.append(shared)
        yield
    BOX.clear()


def hints_on(folder: Path, code: str, tree: str = FIG) -> list[str]:
    """The hints with a test of minimax on a tree of the default assignment."""
    (folder / "minimax.py").write_text(code, encoding="utf-8")
    return hints_of(folder, tree)


def hints_of(
    folder: Path, tree: str = FIG, question: str = "minimax", unit: str = ""
) -> list[str]:
    """The hints with a test of what was handed in."""
    grading = Grading.of(
        only_selected(unit_named(unit), question, tree), folder, BOX[0]
    )
    (case,) = grading.assignment.cases
    entry = searched.entry_of(searched.graded(grading, case), "1")
    shutil.rmtree(grading.staged.folder)
    blocks = [block for passage in entry.details for block in passage]
    return [block.text for block in blocks if isinstance(block, Hint)]


def with_max(body: str) -> str:
    """A right submission, but for its max_value, which has this body."""
    head = "def max_value(game, state):\n"
    text = "".join(f"    {line}\n" for line in dedent(body).strip().splitlines())
    return head + text + RIGHT[RIGHT.index("\n\ndef min_value") :]


LOOP = """
if game.is_terminal(state):
    return game.utility(state)
{0}
for action, child in game.successors(state):
    {1}
return {2}
"""
OVERWRITES = "minimax.py:{} assigns to `{}`, which is then no longer Python's own; "
OTHER = "give yours another name"
METHOD = "minimax.py:{} does not call game.{}: without (state) it is a method, and "


@pytest.mark.parametrize(
    "body, line, name",
    [
        (LOOP.format("v = 0", "max = max(v, min_value(game, child))", "v"), 6, "max"),
        (LOOP.format("max = 0", "max = max(max, 3)", "max"), 4, "max"),
        (LOOP.format("v, sum = 0, 0", "v = sum([v])", "v"), 4, "sum"),
        (LOOP.format("v = 0", "for min in (1,): v = min(v, 1)", "v"), 6, "min"),
    ],
)
def test_a_name_that_is_no_longer_pythons_is_told_with_its_line(
    tmp_path: Path, body: str, line: int, name: str
) -> None:
    """Whether it is read before it has a value, or a number that is called."""
    assert OVERWRITES.format(line, name) + OTHER in hints_on(tmp_path, with_max(body))


def test_a_name_of_the_whole_module_may_be_gone(tmp_path: Path) -> None:
    """Then it is found at the top; what merely is compared, or named, is not."""
    code = f"if 3 == max: pass\nx = dict(max=3)\nmax = 3{RIGHT}"
    assert hints_on(tmp_path, code) == [OVERWRITES.format(3, "max") + OTHER]


@pytest.mark.parametrize(
    "condition",
    [
        "if game.is_terminal:",
        "if (game.is_terminal or not state):",
        "if 'x' != \"y\" and game.is_terminal:",
    ],
)
def test_a_terminal_test_that_is_not_called_is_told(
    tmp_path: Path, condition: str
) -> None:
    """It counts as true at the root; what stands in a text or a comment is none.

    Where the utility was asked for in vain, it is not asked besides which line did so.
    """
    before = '"""\nif game.is_terminal: x\n"""\n"if game.is_terminal:"  # if game.x:\n'
    code = before + RIGHT.replace("if game.is_terminal(state):", condition, 1)
    found = hints_on(tmp_path, code)
    assert found == [METHOD.format(7, "is_terminal") + "counts as true"]


@pytest.mark.parametrize(
    "condition", ['if game.to_move == "max":', 'if "max" == game.to_move:']
)
def test_a_turn_that_is_not_asked_for_is_told(tmp_path: Path, condition: str) -> None:
    """No method equals a text, so that MIN's branch is taken for MAX as well."""
    code = RIGHT.replace('if game.to_move(state) == "max":', condition)
    found = hints_on(tmp_path, code)
    assert found == [METHOD.format(15, "to_move") + "equals no player"]


NEVER = (
    "MIN moves at the root, and your code asks nowhere whose turn it is: does it take "
    "MAX for granted? game.to_move(state) tells"
)


def test_a_search_that_never_asks_whose_turn_it_is(tmp_path: Path) -> None:
    """Told where MIN is to move and what is wrong may come of it, and nowhere else."""
    never = RIGHT.replace('if game.to_move(state) == "max":', "if True:  # to_move")
    assert hints_on(tmp_path, never, MIN_FIRST) == [NEVER]
    assert hints_on(tmp_path, never) == []
    wrong = RIGHT.replace("return min(game", "return max(game")
    assert hints_on(tmp_path, wrong, MIN_FIRST) == []


AT_THE_ROOT = """
if game.is_terminal(state):
    return game.utility(state)
print(max(min_value(game, s) for _, s in game.successors(state)))
"""
AT_A_LEAF = """
if game.is_terminal(state):
    print(game.utility(state))
else:
    return max(min_value(game, s) for _, s in game.successors(state))
"""


@pytest.mark.parametrize("body", [AT_THE_ROOT, AT_A_LEAF])
def test_a_print_in_place_of_a_return(tmp_path: Path, body: str) -> None:
    """What should have been returned stands in a line that was printed."""
    told = "None was returned, and your program printed 3: has `print` taken the place "
    assert told + "of `return`?" in hints_on(tmp_path, with_max(body))


def test_another_print_explains_no_none(tmp_path: Path) -> None:
    """A number that nothing asked for."""
    code = RIGHT.replace("return max(", "print(4711); max(", 1)
    assert hints_on(tmp_path, code) == []


def test_a_table_is_told_of_its_names_too(tmp_path: Path) -> None:
    """And of no game, of which it knows nothing."""
    code = "def f(x):\n    sum = x\n    return sum([x])\n"
    found = tablegrading.graded(tmp_path, tablegrading.GIVEN, code, "-v").stdout
    assert "Hint: f.py:2 assigns to `sum`" in found
    assert found.count("Hint:") == 2  # of each test


def test_the_largest_of_nothing_is_told_where_the_game_is_over(tmp_path: Path) -> None:
    """By the leaf that was asked last."""
    at_max, at_min = "def max_value", "def min_value"
    asks = "    if game.is_terminal(state):\n        return game.utility(state)\n"
    code = RIGHT.replace(asks, "")
    assert at_max in code
    assert at_min in code
    assert hints_on(tmp_path, code) == [
        "the game is over at B1, without actions: ask game.is_terminal(state) first"
    ]
    elsewhere = RIGHT.replace("return max(", "max([]); return max(")
    assert hints_on(tmp_path, elsewhere) == []


OF_ANY = "does a function end without `return`, or is None what something began as?"


@pytest.mark.parametrize(
    "body, hint",
    [
        (
            LOOP.format("v = 0", "v = max(v, worth(game, child))", "v"),
            "does worth end without `return`? Then it returns None",
        ),
        (LOOP.format("v = None", "v = v if v > 3 else 3", "v"), OF_ANY),
    ],
)
def test_the_function_that_may_have_returned_none(
    tmp_path: Path, body: str, hint: str
) -> None:
    """That which is called where None was met; if there is one such alone."""
    code = f"{with_max(body)}\ndef worth(game, state): pass\n"
    assert hint in hints_on(tmp_path, code)


def test_a_pair_in_place_of_a_state(tmp_path: Path) -> None:
    """The commonest of all: successors are pairs."""
    code = RIGHT.replace("for _, s in", "for s in")
    pair = "that is a pair: `for action, child in game.successors(state)`"
    assert pair in hints_on(tmp_path, code)


LIMITED = (ROOT / "reference" / "depth_limited.py").read_text("utf-8")


def limited(folder: Path, code: str, tree: str) -> list[str]:
    """The hints with a test of a search of so many plies."""
    (folder / "depth_limited.py").write_text(code, encoding="utf-8")
    return hints_of(folder, tree, "depth_limited", "depth_limited")


def test_a_utility_is_asked_for_where_the_game_goes_on(tmp_path: Path) -> None:
    """What to ask first, or that it is asked somewhere else; by the state's name."""
    asks = "    if game.is_terminal(state):\n        return game.utility(state)\n"
    never = RIGHT.replace(asks, "    game.utility(state)\n")
    assert hints_on(tmp_path, never) == ["ask game.is_terminal(state) first"]
    once = RIGHT.replace(asks, "    game.utility(state)\n", 1)
    goes_on = "the game goes on at A, which has no utility: which line asks for it "
    assert f"{goes_on}without game.is_terminal(state)?" in hints_on(tmp_path, once)


def test_at_the_limit_there_is_an_estimate_and_no_utility(tmp_path: Path) -> None:
    """The state is one at which the search stops: it was right to stop there."""
    code = LIMITED.replace("game.evaluate(state)", "game.utility(state)")
    assert limited(tmp_path, code, "lectures/cs188") == [
        (
            "the search stops at D, where the game goes on: game.evaluate(state) tells "
            "the estimate, game.utility(state) only what the end of a game is worth"
        )
    ]


def test_an_estimate_from_beyond_the_horizon_is_no_start(tmp_path: Path) -> None:
    """It is a number of the tree, if one that the search should not have come to."""
    (where,) = (ROOT / "test_trees/depth_limited").glob("*/cs188.yaml")
    assert "≈" not in where.read_text("utf-8")
    deeper = LIMITED.replace("depth - 1", "depth")
    assert limited(tmp_path, deeper, "lectures/cs188") == []


def test_an_action_of_another_state_is_told_with_that(tmp_path: Path) -> None:
    """The best action was written by a state further down."""
    head, _, _ = RIGHT.partition("def minimax_search")
    code = f"{head}def minimax_search(game, state):\n    return 'c3'\n"
    assert hints_on(tmp_path, code) == [
        (
            "'c3' is an action at C, not at A: does a search of a state further down "
            "write the best action, too?"
        )
    ]
    for nowhere in ("nothing", "C3"):
        assert hints_on(tmp_path, code.replace("c3", nowhere)) == []


def test_a_state_in_place_of_the_action_that_leads_to_it(tmp_path: Path) -> None:
    """Its label is no action where moves have names, and one where they have none."""
    head, _, _ = RIGHT.partition("def minimax_search")
    code = (
        f"{head}def minimax_search(game, state):\n"
        "    states = [child for _, child in game.successors(state)]\n"
        "    return str(max(states, key=lambda child: min_value(game, child)))\n"
    )
    assert hints_on(tmp_path, code) == [
        (
            "'B' is the state to which the action 'a1' leads at A: game.actions(state) "
            "and game.successors(state) tell what actions are called"
        )
    ]
    assert hints_on(tmp_path, code, "lectures/cs188_minimax") == []


FOR_MIN = (
    RIGHT.replace("min_value", "least")
    + """

def min_value(game, state):
    return -least(game, state)
"""
)
OTHER_SIGN = (
    "A is worth {}, and its negative came back: a value is what MAX gets, whoever "
    "moves; which line changes the sign?"
)


def test_a_value_of_the_other_sign_is_asked_about(tmp_path: Path) -> None:
    """MIN moves at the root, which is worth 0.5 to MAX; what MIN gets is returned."""
    assert hints_on(tmp_path, FOR_MIN, "min_at_root") == [OTHER_SIGN.format(0.5)]


def test_a_sign_is_no_matter_where_a_play_ends_in_the_negative(tmp_path: Path) -> None:
    """The root is worth 1 to MAX and a leaf -1, which may have been taken for it."""
    (tmp_path / "minimax.py").write_text(
        RIGHT.replace("max(min_value", "min(min_value")
    )
    told = hints_of(tmp_path, "lectures/greenwald_example_1")
    assert not any("sign" in hint for hint in told)
