"""The unit `monte_carlo`: playouts against a second search, and what students earn.

The second search stands in tests/plainmcts.py: it shares no code with the grader.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from autograder.answers import program
from autograder.answers.file import grouped_tests
from autograder.authoring.prices import Losses, prices
from autograder.judging.verdicts import Verdict
from autograder.kinds.playouts import question as playouts
from autograder.kinds.playouts.authors import caught_by_playouts
from autograder.kinds.playouts.computing import Seat, choices_left_to_rounding
from autograder.kinds.playouts.judging import judge, seen
from autograder.kinds.playouts.question import PlayoutAnswers, PlayoutTest
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.project import load_module
from autograder.trees import drawn as drawing
from autograder.trees import file as treefile
from autograder.trees.tree import C, GameTree, Limit
from autograder.trees.values import best_actions, exact_values
from tests.plainmcts import PlainSearch
from tests.small import ROOT, run
from tests.unitgrading import FOLDER, REFERENCE, unit
from tests.unitnames import WITH_PLAYOUTS

UNIT = "monte_carlo"
SEARCH = "mcts"
TREES = ROOT / "test_trees" / UNIT
FORMS = (
    drawing.Form(),
    drawing.Form(players=("max", "max", "min")),
    drawing.Form(loose=True),
)
SEEDS, ITERATIONS = 1_000, 60
WIDE = (tuple(range(-99, 100)),)
EIGHTHS = (tuple(eighths / 8 for eighths in range(-8, 9)),)
GAMES, MANY = 50, 4_000
RIGHT = ("correct_arrays", "correct_children_at_once", "correct_methods")
WRONG = (
    *("best_mean", "flat", "mean_alone", "played_from_the_parent"),
    *("sign_never_turned", "never_stops", "nothing_asked"),
)


def of_search() -> tuple[PlayoutTest, ...]:
    """Those of the search."""
    return grouped_tests(unit(UNIT), PlayoutTest)[SEARCH]


def drawn(seed: int, iterations: int = ITERATIONS) -> GameTree:
    """A tree with so many iterations, of three forms in turn."""
    form = FORMS[seed % len(FORMS)]
    tree = drawing.random_tree(Random(seed), form)  # noqa: S311
    return replace(tree, iterations=len(tree.root_actions()) + iterations)


def played(module: ModuleType, tree: GameTree) -> tuple[list[str], object]:
    """The nodes of a program's playouts, and what it returns."""
    seat = Seat(tree, apart=True)
    search = vars(module)["mcts_search" if tree.exploration else "plain_mean_search"]
    action = seat.run(search)
    labels = tree.labels()
    return [labels[index] for index in seat.played], action


def reference() -> ModuleType:
    """The reference."""
    return load_module(REFERENCE / f"{UNIT}.py")


def by_the_mean(seed: int) -> GameTree:
    """A tree to be searched without exploration: with few numbers means would tie."""
    form = FORMS[seed % len(FORMS)]
    tree = drawing.random_tree(Random(seed), form, palettes=WIDE)  # noqa: S311
    more = len(tree.root_actions()) + ITERATIONS
    return replace(tree, iterations=more, exploration=0)


def stopping(seed: int) -> GameTree:
    """A tree on which playouts stop, at estimates with an exact sum."""
    form = drawing.Form(limit="depth")
    tree = drawing.random_tree(Random(seed), form, palettes=EIGHTHS)  # noqa: S311
    return replace(tree, iterations=len(tree.root_actions()) + ITERATIONS)


def test_a_second_search_plays_the_same() -> None:
    """On a thousand trees, but for those that would be refused."""
    module, same = reference(), 0
    for seed in range(SEEDS):
        tree = drawn(seed)
        if [*choices_left_to_rounding(tree)]:
            continue
        plain = PlainSearch(tree)
        action = plain.run()
        assert played(module, tree) == (plain.played, action), seed
        same += 1
    assert same > SEEDS * 3 / 4


@pytest.mark.parametrize(
    "tree_of, module",
    [(by_the_mean, "plain_mean"), (stopping, UNIT)],
    ids=["by the mean", "playouts that stop"],
)
def test_a_second_search_plays_the_same_in_other_ways(
    tree_of: Callable[[int], GameTree], module: str
) -> None:
    """By the mean alone, and by playouts that stop at an estimate."""
    trusted, same, otherwise = load_module(REFERENCE / f"{module}.py"), 0, 0
    for seed in range(SEEDS):
        tree = tree_of(seed)
        if not tree.root_actions() or [*choices_left_to_rounding(tree)]:
            continue
        plain = PlainSearch(tree)
        action = plain.run()
        assert played(trusted, tree) == (plain.played, action), seed
        same += 1
        usual = PlainSearch(replace(tree, exploration=C, limit=Limit()))
        usual.run()
        otherwise += usual.played != plain.played
    assert same > SEEDS / 2
    assert otherwise > same / 8


MEANS: tuple[Callable[[float, float, int], float], ...] = (
    lambda mean, gain, n: mean + (gain - mean) / n,
    lambda mean, gain, n: mean + 1 / n * (gain - mean),
    lambda mean, gain, n: (mean * (n - 1) + gain) / n,
    lambda mean, gain, n: mean * (n - 1) / n + gain / n,
)
MORE: tuple[Callable[[float, float, int], float], ...] = (
    lambda c, log, n: c * sqrt(log / n),
    lambda c, log, n: sqrt(round(c * c, 9) * log / n),
    lambda c, log, n: c * sqrt(log) / sqrt(n),
    lambda c, log, n: (round(c * c, 9) * log / n) ** 0.5,
    lambda c, log, n: c * (log / n) ** 0.5,
)


class InFloats(PlainSearch):
    """A right search that keeps means in floats, and writes UCB1 in its own way."""

    def __init__(self, tree: GameTree, way: int, more: int) -> None:
        super().__init__(tree)
        self.keep, self.more = MEANS[way], MORE[more]
        self.means: dict[tuple[int, ...], float] = {}
        self.seen: dict[tuple[int, ...], Fraction] = {}

    def iterate(self) -> None:
        """As before; then each mean whose node was on the way."""
        before = dict(self.times)
        super().iterate()
        for way, times in self.times.items():
            if times > before.get(way, 0):
                gain = self.won[way] - self.seen.get(way, 0)
                self.seen[way] = self.won[way]
                self.means[way] = self.keep(self.means.get(way, 0), float(gain), times)

    def bound(self, way: tuple[int, ...]) -> float:
        """Their mean, and the rest as it is written."""
        log, n = math.log(self.times[way[:-1]]), self.times[way]
        return self.means[way] + self.more(self.tree.exploration, log, n)


@pytest.mark.parametrize("name", WITH_PLAYOUTS)
def test_rounding_decides_nothing_on_the_trees(name: str) -> None:
    """Each way to keep means with each way to write UCB1 plays the same."""
    for test in (
        test
        for tests in grouped_tests(unit(name), PlayoutTest).values()
        for test in tests
    ):
        plain = PlainSearch(test.tree)
        right = plain.run(), plain.played
        for way, more in product(range(len(MEANS)), range(len(MORE))):
            other = InFloats(test.tree, way, more)
            assert (other.run(), other.played) == right, (test.tree, way, more)


def test_with_many_iterations_the_action_is_minimaxs() -> None:
    """On fifty trees of at most three plies; of equals any."""
    module = reference()
    for seed in range(GAMES):
        tree = small_game(Random(seed))  # noqa: S311
        best = best_actions(tree, exact_values(tree))
        assert played(module, tree)[1] in best, seed


def small_game(chance: Random) -> GameTree:
    """Two or three actions, replies, and replies to these; wins, draws and losses."""

    def below(plies: int) -> Any:
        if not plies:
            return chance.choice((-1, 0, 1))
        return [below(plies - 1) for _ in range(chance.randint(2, 3))]

    first = chance.choice(("[max, min]", "[min, max]"))
    text = f"players: {first}\niterations: {MANY}\ntree: {below(3)}\n"
    return treefile.parse(text)


@pytest.mark.parametrize(
    "board, actions",
    [
        ("O...X...X", {"square 3", "square 7"}),  # all others lose
        (".X......O", {"square 3"}),  # the only win
        ("OOX.X...X", {"square 4", "square 6", "square 7", "square 8"}),  # all lose
    ],
)
def test_openspiels_positions_reach_its_actions(board: str, actions: set[str]) -> None:
    """Those of its own test of Monte Carlo tree search."""
    text = f"game: tic_tac_toe\nboard: {board}\nactions: true\niterations: {MANY}\n"
    tree = treefile.parse(text, TREES / "position.yaml")
    assert played(reference(), tree)[1] in actions


def graded(fixture: Path, folder: Path) -> list[dict[str, Any]]:
    """The tests of a submission, as programs read them."""
    results = folder / "results.json"
    run("grade", str(fixture), "--assignment", str(TREES), "--results", str(results))
    found: list[dict[str, Any]] = json.loads(results.read_text("utf-8"))["tests"]
    return [test for test in found if test.get("extra_data", {}).get("question")]


@pytest.mark.parametrize("name", RIGHT)
def test_other_shapes_earn_everything(name: str, tmp_path: Path) -> None:
    """Lists with running means, all children at once, a class with methods."""
    found = graded(FOLDER / UNIT / name, tmp_path)
    assert sum(test["score"] for test in found) == pytest.approx(100)


@pytest.mark.parametrize("name", WRONG)
def test_mistakes_lose_points(name: str, tmp_path: Path) -> None:
    """Also what asks for nothing, or without end."""
    found = graded(FOLDER / UNIT / name, tmp_path)
    searched = [t for t in found if t["extra_data"]["question"] == SEARCH]
    wrong = [t for t in searched if t["extra_data"]["verdict"] != "correct"]
    assert wrong


# A strange style: lists, running means, and a loop that counts for itself
SCORE = "return ucb1(self.mean[node] * n, n, self.visits[self.above[node]])"
FORMULA = "utility / playouts + c * sqrt(log(parent_playouts) / playouts)"
OWN = 'own = payoff if mover == "max" else -payoff'
MEAN = "tree.mean[node] += (own - tree.mean[node]) / tree.visits[node]"
PLAYED = "payoff = game.playout(tree.states[node])"
BEST = "node = tree.below[node][scores.index(max(scores))]"
LAST = "node = tree.below[node][len(scores) - 1 - scores[::-1].index(max(scores))]"
COUNTS = "counts = [tree.visits[child] for child in tree.below[ROOT]]"
TRIED = "moves[tried], game.result(state, moves[tried])"
UP = "        while node != ROOT:"
COUNT_ROOT = "        tree.visits[ROOT] += 1\n"
STRANGE = {
    "sign_never_turned": (OWN, "own = payoff"),
    "payoff_of_the_mover": (OWN, 'own = -payoff if mover == "max" else payoff'),
    "roots_payoff_everywhere": (
        OWN,
        'own = payoff if game.to_move(state) == "max" else -payoff',
    ),
    "wins_alone": (MEAN, MEAN.replace("own -", "max(0, own) -")),
    "losses_alone": (MEAN, MEAN.replace("own -", "min(0, own) -")),
    "draws_count_half": (MEAN, MEAN.replace("own -", "(own or 0.5) -")),
    "only_the_sign_counts": (MEAN, MEAN.replace("own -", "(own > 0) - (own < 0) -")),
    "utility_overwritten": (MEAN, "tree.mean[node] = own / tree.visits[node]"),
    "root_not_counted": (COUNT_ROOT, ""),
    "root_counted_twice": (COUNT_ROOT, COUNT_ROOT.replace("1", "2")),
    "parents_count_plus_one": (SCORE, SCORE[:-1] + " + 1)"),
    "parents_count_minus_one": (SCORE, SCORE[:-1] + " - 1 or 1)"),
    "childrens_sum_for_the_parent": (
        "self.visits[self.above[node]])",
        "sum(self.visits[each] for each in self.below[self.above[node]]))",
    ),
    "all_iterations_for_the_parent": (
        "self.visits[self.above[node]]",
        "self.visits[0]",
    ),
    "own_count_plus_one": (SCORE, SCORE.replace(" * n, n,", " * n, n + 1,")),
    "counts_exchanged": (
        SCORE,
        "return ucb1(self.mean[node] * n, self.visits[self.above[node]], n)",
    ),
    "log_of_the_own_count": (FORMULA, FORMULA.replace("parent_", "")),
    "log_to_base_ten": (FORMULA, FORMULA.replace("playouts) /", "playouts, 10) /")),
    "log_to_base_two": (FORMULA, FORMULA.replace("playouts) /", "playouts, 2) /")),
    "no_logarithm": (
        FORMULA,
        FORMULA.replace("log(parent_playouts)", "parent_playouts"),
    ),
    "c_within_the_root": (FORMULA, FORMULA.replace("c * sqrt(", "sqrt(c * ")),
    "c_left_out": (FORMULA, FORMULA.replace("c * ", "")),
    "c_squared": (FORMULA, FORMULA.replace("c * ", "c * c * ")),
    "no_root": (FORMULA, FORMULA.replace("sqrt", "")),
    "root_of_the_logarithm_alone": (
        FORMULA,
        FORMULA.replace("sqrt(log(parent_playouts) / playouts)", "ROOTED"),
    ),
    "mean_alone": (FORMULA, "utility / playouts"),
    "bonus_alone": (FORMULA, FORMULA.replace("utility / playouts + ", "")),
    "sum_for_the_mean": (FORMULA, FORMULA.replace("utility / playouts", "utility")),
    "bonus_subtracted": (FORMULA, FORMULA.replace("+", "-")),
    "mean_rounded_down": (FORMULA, FORMULA.replace("utility /", "utility //")),
    "mean_of_the_parents_playouts": (
        FORMULA,
        FORMULA.replace("utility / playouts", "utility / parent_playouts"),
    ),
    "least_selected": (BEST, BEST.replace("max", "min")),
    "last_of_equals_selected": (BEST, LAST),
    "min_selects_the_least": (
        BEST,
        BEST.replace("max(", '(max if game.to_move(state) == "max" else min)('),
    ),
    "most_playouts_selected": (SCORE, "return n"),
    "untried_from_the_last": (TRIED, TRIED.replace("[tried]", "[-1 - tried]")),
    "goes_on_before_all_are_tried": ("tried < len(moves)", "not tried"),
    "played_from_the_root": (PLAYED, "payoff = game.playout(state)"),
    "played_from_the_parent": (
        PLAYED,
        "payoff = game.playout(tree.states[tree.above[node] or 0])",
    ),
    "two_playouts_each": (
        PLAYED,
        f"{PLAYED[:9]}({PLAYED[9:]} + {PLAYED[9:]}) / 2",
    ),
    "ends_not_played": (
        PLAYED,
        f"{PLAYED[:9]}(game.utility if OVER else game.playout)(tree.states[node])",
    ),
    "one_iteration_too_many": ("while i < iterations", "while i <= iterations"),
    "one_iteration_too_few": ("    i = 0\n", "    i = 1\n"),
    "best_mean_returned": (COUNTS, COUNTS.replace("tree.visits", "tree.mean")),
    "best_ucb1_returned": (COUNTS, COUNTS.replace("visits[child]", "score(child)")),
    "greatest_sum_returned": (
        COUNTS,
        COUNTS.replace("visits[child]", "visits[child] * tree.mean[child]"),
    ),
    "fewest_playouts_returned": ("(max(counts))", "(min(counts))"),
    "last_of_equals_returned": (
        "counts.index(max(counts))",
        "len(counts) - 1 - counts[::-1].index(max(counts))",
    ),
    "first_action_returned": ("[counts.index(max(counts))]", "[0]"),
}


def strange() -> Iterator[tuple[str, ModuleType]]:
    """Each of these mistakes, made in a program of lists."""
    text = (FOLDER / UNIT / "correct_arrays" / f"{UNIT}.py").read_text("utf-8")
    for name, (goes, comes) in STRANGE.items():
        assert goes in text, name
        made = text.replace(goes, comes)
        made = made.replace("ROOTED", "sqrt(log(parent_playouts)) / playouts")
        made = made.replace("OVER", "game.is_terminal(tree.states[node])")
        yield name, program.parse(made).module(UNIT)


def test_mistakes_in_a_strange_style_lose_points() -> None:
    """Each of them, on some tree."""
    asked = of_search()
    answers = playouts.load_answers(unit(UNIT), asked)
    right = [name for name, module in strange() if not loses(module, asked, answers)]
    assert len(STRANGE) > 40
    assert right == []


def test_what_mistakes_lose_at_least() -> None:
    """The last of equals loses 6 of 20 on three trees of four points, of 88."""
    asked = of_search()
    found = caught_by_playouts(asked, playouts.load_answers(unit(UNIT), asked))
    rows = {each.made.mistake.name: (each.row,) for each in found}
    priced = prices(Losses("mcts", (), rows), asked, {})
    lost = {each.mistake: each.least for each in priced}
    assert min(lost.values()) == lost["last_of_equals_returned"]
    assert lost["last_of_equals_returned"] == pytest.approx(100 * 3 * 4 * 6 / 20 / 88)
    assert lost["sign_never_turned"] > 50


def loses(
    module: ModuleType, asked: Sequence[PlayoutTest], answers: PlayoutAnswers
) -> bool:
    """Whether a program is wrong in some test."""
    for test in asked:
        seat = Seat(test.tree, apart=True)
        try:
            outcome: Outcome = Returned("str", text=str(seat.run(module.mcts_search)))
        except Exception as error:  # noqa: BLE001 - what it raises is what it does
            outcome = Fault("crash", type=type(error).__name__)
        observed = seen(test, outcome, seat.played)
        judged = judge(test, answers.trees[test.about], observed)
        if judged.verdict is not Verdict.CORRECT:
            return True
    return False
