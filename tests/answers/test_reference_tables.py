"""The references without a game, against the lectures and against brute force.

Nothing here uses their code: lines are found by their coordinates, leaves are counted
by a search of this module, a game of two rows is solved in fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import inf, isclose
from random import Random
from types import ModuleType
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.project import REFERENCE, load_module
from tests.cases import for_each

Matrix: TypeAlias = list[list[int]]
Pieces: TypeAlias = tuple[int, int, int, int]
Tree: TypeAlias = float | list["Tree"]

ESTIMATES = load_module(REFERENCE / "estimates.py")
ESTIMATE = load_module(REFERENCE / "estimate.py")
GAMES = load_module(REFERENCE / "matrix_games.py")
LAWS = {path.stem: load_module(path) for path in (REFERENCE / "laws").glob("*.py")}

SQUARES = list(product(range(3), repeat=2))
LINES = [  # three squares whose middle is the middle of the others
    (a, b, c)
    for a, b, c in combinations(SQUARES, 3)
    if (a[0] + c[0], a[1] + c[1]) == (2 * b[0], 2 * b[1])
]
SWAPPED = str.maketrans("XO", "OX")
ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]

counts_of_games = st.tuples(*[st.integers(0, 50)] * 3).filter(any)
amounts = st.integers(0, 60)
numbers = st.integers(-9, 9)
pairs = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=6)
squares = st.lists(st.lists(numbers, min_size=2, max_size=2), min_size=2, max_size=2)
matrices = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(-3, 3), min_size=width, max_size=width),
        min_size=1,
        max_size=4,
    )
)


def marks(board: str) -> list[str]:
    """Of each line what stands in it, without the free squares."""
    rows = ["".join(board[3 * r + c] for r, c in line) for line in LINES]
    return [row.replace(".", "") for row in rows]


def reachable() -> Iterator[str]:
    """Every position of tic-tac-toe in which a legal game can be, X first."""
    known, waiting = {"........."}, ["........."]
    while waiting:
        board = waiting.pop()
        yield board
        if {"XXX", "OOO"} & {*marks(board)}:
            continue
        mark = "XO"[board.count("X") - board.count("O")]
        for at in (at for at, held in enumerate(board) if held == "."):
            after = board[:at] + mark + board[at + 1 :]
            if after not in known:
                known.add(after)
                waiting.append(after)


BOARDS = sorted(reachable())


def test_all_positions_are_looked_at() -> None:
    """5,478 of them; 22 complete two lines at once, all of X; 16 are drawn."""
    two = [board for board in BOARDS if marks(board).count("XXX") == 2]
    drawn = [b for b in BOARDS if "." not in b and "XXX" not in marks(b)]
    assert (len(BOARDS), len(two), len(drawn)) == (5478, 22, 16)
    assert all(marks(board).count("OOO") < 2 for board in BOARDS)
    assert {0} == {ESTIMATES.evaluate(board) for board in drawn}


def test_an_estimate_is_the_win_or_the_sum_over_the_open_lines() -> None:
    """In each position that can be reached."""
    worth = {"X": 1, "XX": 3, "O": -1, "OO": -3}
    for board in BOARDS:
        found = marks(board)
        expected = sum(worth.get(line, 0) for line in found)
        for mark, utility in (("XXX", 1), ("OOO", -1)):
            expected = utility if mark in found else expected
        assert expected == ESTIMATES.evaluate(board), board


def test_an_estimate_changes_its_sign_with_the_marks() -> None:
    """Whoever is to move."""
    for board in BOARDS:
        swapped = board.translate(SWAPPED)
        assert -ESTIMATES.evaluate(board) == ESTIMATES.evaluate(swapped), board


@pytest.mark.parametrize(
    "first, best, replies",
    [
        ("....X....", 1, [1, 2]),
        ("X........", -1, [-1, 0, 0, 1, 1]),
        (".X.......", -2, [-2, -1, -1, 0, 0]),
    ],
)
def test_two_plies_are_estimated_as_on_the_slides(
    first: str, best: int, replies: list[int]
) -> None:
    """Of replies that are alike by symmetry one counts; O takes the smallest."""
    boards = {
        min(symmetric(first[:at] + "O" + first[at + 1 :]))
        for at in range(9)
        if first[at] == "."
    }
    found = sorted(map(ESTIMATES.evaluate, boards))
    assert replies == found
    assert best == found[0]


def symmetric(board: str) -> Iterator[str]:
    """The board turned and reflected, eight times."""
    turns: tuple[Callable[[int, int], tuple[int, int]], ...] = (
        lambda r, c: (r, c),
        lambda r, c: (c, 2 - r),
        lambda r, c: (2 - r, 2 - c),
        lambda r, c: (2 - c, r),
    )
    for turn in turns:
        turned = [turn(r, c) for r, c in SQUARES]
        yield "".join(board[3 * r + c] for r, c in turned)
        yield "".join(board[3 * c + r] for r, c in turned)


@pytest.mark.parametrize(
    "white, black, value", [(0, 0, 0), (9, 0, 1), (0, 9, -1), (5, 5, 0), (3, 1, 0.5)]
)
def test_material_is_a_share(white: int, black: int, value: float) -> None:
    """1 is a sure win for white, 0 a draw (Brown)."""
    assert value == ESTIMATES.material(white, black)


@given(amounts, amounts)
def test_material_says_what_white_has_of_all(white: int, black: int) -> None:
    """(1 + e) / 2 of it, if there is any; and black the contrary."""
    found = ESTIMATES.material(white, black)
    assert isclose(white, (1 + found) / 2 * (white + black), abs_tol=1e-9)
    assert -found == ESTIMATES.material(black, white)


@given(pairs)
def test_a_weighted_sum_has_each_product_once(given_: list[tuple[int, int]]) -> None:
    """Of a weight with its own feature."""
    weights, features = map(list, zip(*given_, strict=True))
    total = 0
    for weight, feature in given_:
        total += weight * feature
    assert total == ESTIMATES.weighted(weights, features)


def test_the_expected_value_is_that_of_the_slide() -> None:
    """72 % wins, 20 % losses and 8 % draws (Toronto)."""
    assert isclose(0.52, ESTIMATES.expected(0.72, 0.2, 0.08))


@given(counts_of_games)
def test_the_expected_value_is_the_mean_of_the_games(counts: tuple[int, ...]) -> None:
    """Each game by its utility."""
    utilities = [1] * counts[0] + [-1] * counts[1] + [0] * counts[2]
    mean = sum(utilities) / len(utilities)
    found = ESTIMATES.expected(*(count / len(utilities) for count in counts))
    assert isclose(mean, found, abs_tol=1e-9)


@pytest.mark.parametrize("nodes, depth, value", [(53, 5, 1.917), (13, 2, 3), (6, 5, 1)])
def test_the_root_is_among_the_nodes(nodes: int, depth: int, value: float) -> None:
    """53 nodes and 5 plies make 1.917 (Brown); with the root beside them 1.926."""
    assert isclose(value, ESTIMATES.branching_factor(nodes, depth), abs_tol=1e-3)


def test_aimas_example_counts_the_nodes_beside_the_root() -> None:
    """Section 3.6: N = 52, d = 5, b* = 1.92, and N + 1 = 1 + b* + … + (b*)^d."""
    found = ESTIMATES.branching_factor(52 + 1, 5)
    assert round(found, 2) == 1.92
    assert isclose(53, sum(found**ply for ply in range(6)), rel_tol=1e-9)


@given(st.integers(1, 20), st.integers(0, 10**6))
def test_a_branching_factor_solves_its_equation(depth: int, more: int) -> None:
    """From one move everywhere on."""
    nodes = depth + 1 + more
    found = ESTIMATES.branching_factor(nodes, depth)
    assert found >= 1
    assert isclose(nodes, sum(found**ply for ply in range(depth + 1)), rel_tol=1e-6)


@given(st.integers(1, 6), st.integers(1, 6))
def test_a_uniform_tree_has_its_own_branching_factor(b: int, depth: int) -> None:
    """Its nodes counted ply by ply."""
    plies = [1]
    while len(plies) <= depth:
        plies.append(plies[-1] * b)
    assert isclose(b, ESTIMATES.branching_factor(sum(plies), depth), abs_tol=1e-6)


@pytest.mark.parametrize(
    "b, d, leaves", [(2, 4, 7), (3, 3, 11), (3, 4, 17), (35, 4, 2449)]
)
def test_the_fewest_leaves_are_those_of_the_slides(b: int, d: int, leaves: int) -> None:
    """A whole number, as Knuth and Moore have it."""
    found = ESTIMATES.fewest_leaves(b, d)
    assert leaves == found
    assert isinstance(found, int)


@for_each("b, d", [*product((1, 2, 3), range(6)), (5, 4), (10, 3)])
def test_alpha_beta_in_the_best_order_looks_at_the_fewest_leaves(
    b: int, d: int
) -> None:
    """On a uniform tree of random leaves, the best child of each node in front."""
    tree, _ = best_first(b, d, Random(7 * b + d))  # noqa: S311 - no secret
    looked_at: list[float] = []
    alpha_beta(tree, -inf, inf, looked_at)
    assert ESTIMATES.fewest_leaves(b, d) == len(looked_at)


def best_first(b: int, d: int, random: Random) -> tuple[Tree, float]:
    """A tree of depth d with its value, seen from whoever moves at its root."""
    if d == 0:
        leaf = random.random()
        return leaf, leaf
    below = sorted([best_first(b, d - 1, random) for _ in range(b)], key=lambda t: t[1])
    return [tree for tree, _ in below], -below[0][1]


def alpha_beta(tree: Tree, alpha: float, beta: float, leaves: list[float]) -> float:
    """The value seen from whoever moves; the leaves that were looked at are added."""
    if not isinstance(tree, list):
        leaves.append(tree)
        return tree
    best = -inf
    for below in tree:
        best = max(best, -alpha_beta(below, -beta, -max(alpha, best), leaves))
        if best >= beta:
            break
    return best


PIECES = ("king", "pawn", "knight", "bishop", "rook", "queen")
armies = st.lists(st.sampled_from(PIECES), max_size=12)


@given(armies)
def test_an_army_is_worth_its_pieces_and_a_pair(pieces: list[str]) -> None:
    """Brown's sum of e(p), and CTU's 6.5 for two bishops; whatever their order."""
    halves = 0
    for piece, twice in zip(PIECES, (0, 2, 6, 6, 10, 18), strict=True):
        halves += twice * len([each for each in pieces if each == piece])
    halves += len([each for each in pieces if each == "bishop"][1:2])
    assert halves / 2 == ESTIMATES.army(pieces) == ESTIMATES.army(pieces[::-1])


def test_two_bishops_are_worth_six_and_a_half() -> None:
    """And one is worth 3 (CTU)."""
    found = ESTIMATES.army(["bishop", "bishop"]), ESTIMATES.army(["bishop"])
    assert found == (6.5, 3)


@for_each("b, d", product((1, 2, 3, 5), range(5)))
def test_the_leaves_of_a_uniform_tree_are_all_ways_down(b: int, d: int) -> None:
    """One for each choice at each ply."""
    assert ESTIMATES.uniform_leaves(b, d) == len(list(product(range(b), repeat=d)))


def test_chess_has_35_to_the_tenth_leaves_after_ten_plies() -> None:
    """Multiplied by hand; YAML and floats hold it exactly."""
    leaves = 1
    for _ in range(10):
        leaves *= 35
    assert ESTIMATES.uniform_leaves(35, 10) == leaves == 2758547353515625 < 2**53


@given(st.integers(1, 10**9), st.integers(2, 60))
def test_the_reachable_depth_is_where_leaves_are_used_up(nodes: int, b: int) -> None:
    """In its ply stand so many; a million and 35 moves make not quite 4 (AIMA)."""
    assert isclose(b ** ESTIMATES.reachable_depth(nodes, b), nodes, rel_tol=1e-9)
    assert 3.8 < ESTIMATES.reachable_depth(10**6, 35) < 4


@given(st.integers(1, 60), st.integers(1, 8))
def test_the_best_order_halves_the_depth(b: int, half: int) -> None:
    """√b moves everywhere make half the fewest leaves, and less than one of them."""
    leaves = ESTIMATES.perfect_branching(b) ** (2 * half)
    assert isclose(ESTIMATES.fewest_leaves(b, 2 * half), 2 * leaves - 1, rel_tol=1e-9)


SIDES = [(c, k) for c in range(13) for k in range(13 - c)]  # at most twelve pieces
FEW = [(c, k) for c, k in SIDES if c < 4 and k < 4]


def asked(
    estimate: Callable[..., float], sides: list[tuple[int, int]]
) -> Mapping[tuple[Any, ...], float]:
    """What an estimate says of all positions of these sides."""
    return {(*own, *other): estimate(*own, *other) for own in sides for other in sides}


def broken(name: str, found: Mapping[tuple[Any, ...], float]) -> set[tuple[Any, ...]]:
    """The sets of rows that break a law."""
    return set(LAWS[name].broken(found))


SENTENCES = {
    "sides_swapped": "Swapping the sides changes the sign.",
    "equal_sides": "Equal sides are worth 0.",
    "one_piece_more": "One piece more of one's own is never worse.",
    "king_above_checker": "A king is worth more than a checker, where both sides have "
    "pieces.",
}
OF_EVAL = {
    "between_loss_and_win": "An estimate lies between the utilities of a loss and of a "
    "win.",
    "utility_at_the_end": "Where the game is over an estimate is the utility: 1, -1, "
    "or 0 for a draw.",
}


def test_each_law_is_a_sentence() -> None:
    """As a student reads it."""
    found = {name: told(module) for name, module in LAWS.items()}
    assert found == {**SENTENCES, **OF_EVAL}


def told(module: ModuleType) -> str:
    """The first line of a module."""
    return (module.__doc__ or "").splitlines()[0]


def test_the_reference_keeps_the_law_of_eval() -> None:
    """Of each position that can be reached, for both players."""
    found = {(b, who): ESTIMATE.estimate(b, who) for b in BOARDS for who in "XO"}
    for name in OF_EVAL:
        assert not broken(name, found)


def test_torontos_formula_breaks_the_law_of_eval() -> None:
    """Where the game goes on and it says more than a win; never where it is over."""
    found = {(board, "X"): ESTIMATES.evaluate(board) for board in BOARDS}
    beyond = {row for row, value in found.items() if abs(value) > 1}
    assert beyond
    assert broken("between_loss_and_win", found) == {(row,) for row in beyond}
    assert not broken("utility_at_the_end", found)


def test_a_constant_breaks_the_law_of_eval_where_somebody_has_won() -> None:
    """Both of them: 0 is no win."""
    won = {b for b in BOARDS if {"XXX", "OOO"} & {*marks(b)}}
    found = {(board, who): 0 for board in BOARDS for who in "XO"}
    expected = {((board, who),) for board in won for who in "XO"}
    assert broken("utility_at_the_end", found) == expected


@pytest.mark.parametrize("name", SENTENCES)
def test_the_reference_keeps_each_law(name: str) -> None:
    """In all 8,281 positions of up to twelve pieces a side."""
    found = asked(ESTIMATES.checkers, SIDES)
    assert len(found) == 8281
    assert not broken(name, found)


def by_share(c: int, k: int, c2: int, k2: int) -> float:
    """Brown's ratio, a king worth three halves."""
    both = c + c2 + 1.5 * (k + k2)
    return (c - c2 + 1.5 * (k - k2)) / both if both else 0.0


def by_far(c: int, k: int, c2: int, k2: int) -> float:
    """What floats round: a million, and a third, for a piece."""
    return 1e6 / 3 * (c - c2) + 1e6 / 2.9 * (k - k2)


def won_when_alone(c: int, k: int, c2: int, k2: int) -> float:
    """A hundred where one side alone has pieces."""
    if (c + k == 0) != (c2 + k2 == 0):
        return 100 if c + k else -100
    return c - c2 + 2 * (k - k2)


@pytest.mark.parametrize("estimate", [by_share, by_far, won_when_alone])
@pytest.mark.parametrize("name", SENTENCES)
def test_a_sensible_estimate_keeps_each_law(
    name: str, estimate: Callable[..., float]
) -> None:
    """Whatever it makes of the pieces."""
    assert not broken(name, asked(estimate, FEW))


def for_the_mover(c: int, k: int, c2: int, k2: int) -> float:
    """Half a checker for having the move, but among equals."""
    return c - c2 + 2 * (k - k2) + 0.5 * ((c, k) != (c2, k2))


def quarter_among_equals(c: int, k: int, c2: int, k2: int) -> float:
    """The reference, but for equal sides."""
    return 0.25 if (c, k) == (c2, k2) else c - c2 + 2 * (k - k2)


def by_mean_piece(c: int, k: int, c2: int, k2: int) -> float:
    """Which share of each side's pieces are kings."""
    return k / max(1, c + k) - k2 / max(1, c2 + k2)


def by_count(c: int, k: int, c2: int, k2: int) -> float:
    """A king is a piece as any other."""
    return c + k - c2 - k2


@pytest.mark.parametrize(
    "law, estimate",
    [
        ("sides_swapped", for_the_mover),
        ("equal_sides", quarter_among_equals),
        ("one_piece_more", by_mean_piece),
        ("king_above_checker", by_count),
    ],
)
def test_an_estimate_can_break_one_law_alone(
    law: str, estimate: Callable[..., float]
) -> None:
    """The others do not find anything in it."""
    found = asked(estimate, FEW)
    assert [law] == [name for name in SENTENCES if broken(name, found)]


@pytest.mark.parametrize("name", SENTENCES)
def test_a_constant_keeps_all_laws_but_that_of_kings(name: str) -> None:
    """0 is no estimate, and one law says so."""
    found = asked(lambda *_: 0.0, FEW)
    assert (name == "king_above_checker") == bool(broken(name, found))


@pytest.mark.parametrize(
    "name, found, rows",
    [
        ("sides_swapped", {(0, 0, 1, 0): 1, (1, 0, 0, 0): 1}, 2),
        ("equal_sides", {(1, 0, 1, 0): 3, (2, 0, 1, 0): 3}, 1),
        ("one_piece_more", {(1, 0, 1, 0): 0, (1, 1, 1, 0): -1, (3, 0, 1, 0): -9}, 2),
        ("king_above_checker", {(1, 0, 1, 0): 0, (0, 1, 1, 0): 0}, 2),
    ],
)
def test_the_rows_that_break_a_law_are_told_once(
    name: str, found: dict[Pieces, float], rows: int
) -> None:
    """One row, or the two that are compared; rows that were not asked count nothing."""
    (together,) = LAWS[name].broken(found)
    assert rows == len(together)
    assert {*together} <= {*found}


@pytest.mark.parametrize("name", SENTENCES)
def test_a_law_needs_the_rows_that_it_compares(name: str) -> None:
    """Nothing is broken by one row, but where it says what that is worth."""
    row = (2, 1, 1, 3)
    assert not broken(name, {row: 5.0})


def test_a_king_may_be_a_checker_where_the_game_is_won() -> None:
    """The other side has no pieces."""
    found = {(1, 0, 0, 0): 1.0, (0, 1, 0, 0): 1.0}
    assert not broken("king_above_checker", found)


def test_rock_paper_scissors_has_no_saddle_point() -> None:
    """-1 is what MAX is sure of, 1 what MIN can hold MAX to (Toronto)."""
    assert GAMES.maximin(ROCK_PAPER_SCISSORS) == -1
    assert GAMES.minimax(ROCK_PAPER_SCISSORS) == 1
    assert GAMES.saddle_points(ROCK_PAPER_SCISSORS) == []


@given(matrices)
def test_maximin_is_the_largest_number_that_some_row_makes_sure(matrix: Matrix) -> None:
    """And minimax the smallest that some column does not exceed."""
    columns = range(len(matrix[0]))
    sure = [v for v in range(-3, 4) if any(all(v <= e for e in row) for row in matrix)]
    held = [
        v for v in range(-3, 4) if any(all(r[c] <= v for r in matrix) for c in columns)
    ]
    assert max(sure) == GAMES.maximin(matrix)
    assert min(held) == GAMES.minimax(matrix)


@given(matrices)
def test_the_roles_change_with_the_sign(matrix: Matrix) -> None:
    """MIN's matrix is MAX's, turned over and negated."""
    turned = [[-entry for entry in column] for column in zip(*matrix, strict=True)]
    assert -GAMES.minimax(matrix) == GAMES.maximin(turned)


@given(matrices)
def test_there_is_a_saddle_point_where_maximin_is_minimax(matrix: Matrix) -> None:
    """Nowhere else, and it stands on every one of them; maximin is never more."""
    low, high = GAMES.maximin(matrix), GAMES.minimax(matrix)
    points = GAMES.saddle_points(matrix)
    assert low <= high
    assert (low == high) == bool(points)
    assert {low} >= {matrix[r][c] for r, c in points}


@given(matrices)
def test_nobody_gains_by_leaving_a_saddle_point(matrix: Matrix) -> None:
    """Place by place: MIN along the row, MAX along the column."""
    stay = {
        (r, c)
        for r, c in product(range(len(matrix)), range(len(matrix[0])))
        if not any(other < matrix[r][c] for other in matrix[r])
        if not any(row[c] > matrix[r][c] for row in matrix)
    }
    found = GAMES.saddle_points(matrix)
    assert stay == set(found)
    assert len(stay) == len(found)


@given(squares)
def test_a_mixed_value_is_what_the_best_mixture_makes_sure(matrix: Matrix) -> None:
    """Of both players: in fractions, at the ends and where both choices are alike."""
    (a, b), (c, d) = matrix
    sure = max(
        min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in mixtures(a, b, c, d)
    )
    held = min(
        max(q * a + (1 - q) * b, q * c + (1 - q) * d) for q in mixtures(a, c, b, d)
    )
    assert sure == held
    assert isclose(sure, GAMES.mixed_value(matrix), abs_tol=1e-9)


def mixtures(a: int, b: int, c: int, d: int) -> list[Fraction]:
    """The probabilities of the first choice at which the best may be."""
    ends = [Fraction(0), Fraction(1)]
    below = a - b - c + d
    alike = Fraction(d - c, below) if below else Fraction(0)
    return [*ends, alike] if 0 < alike < 1 else ends


@given(squares)
def test_a_mixed_value_lies_between_maximin_and_minimax(matrix: Matrix) -> None:
    """It is both where there is a saddle point."""
    low, high = GAMES.maximin(matrix), GAMES.minimax(matrix)
    found = GAMES.mixed_value(matrix)
    assert low - 1e-9 <= found <= high + 1e-9
    if GAMES.saddle_points(matrix):
        assert low == found == high


def test_rock_paper_scissors_and_morra_are_worth_what_is_known() -> None:
    """0, a third each; and -1/12, with 7/12 and 5/12 (two fingers) on both sides."""
    third = Fraction(1, 3)
    fingers = Fraction(7, 12), Fraction(5, 12)
    for matrix, mixture, value in (
        (ROCK_PAPER_SCISSORS, (third, third, third), Fraction(0)),
        ([[2, -3], [-3, 4]], fingers, Fraction(-1, 12)),
    ):
        for line in (*matrix, *zip(*matrix, strict=True)):
            got = sum(p * entry for p, entry in zip(mixture, line, strict=True))
            assert value == got
        assert isclose(value, GAMES.game_value(matrix), abs_tol=1e-12)


@given(squares)
def test_a_small_game_is_worth_the_same_by_both(matrix: Matrix) -> None:
    """With two rows and two columns it is the mixed value."""
    found = GAMES.game_value(matrix)
    assert isclose(GAMES.mixed_value(matrix), found, abs_tol=1e-9)


@settings(max_examples=40, deadline=None)
@given(matrices)
def test_a_game_is_worth_what_playing_it_comes_to(matrix: Matrix) -> None:
    """Each player answers what the other has played so far (Brown, Robinson 1951).

    At any time MAX's mixture of what he played is sure of no more than the value, and
    MIN's allows no less.
    """
    low, high = fictitious(matrix, rounds=4000)
    found = GAMES.game_value(matrix)
    assert low - 1e-9 <= found <= high + 1e-9
    assert high - low < 0.5


def fictitious(matrix: Matrix, rounds: int) -> tuple[float, float]:
    """What MAX was sure of at his best, and to what MIN held him at his."""
    columns = [*zip(*matrix, strict=True)]
    by_column, by_row = [0] * len(columns), [0] * len(matrix)
    low, high = -inf, inf
    for played in range(1, rounds + 1):
        row = matrix[by_row.index(max(by_row))]
        by_column = [total + x for total, x in zip(by_column, row, strict=True)]
        column = columns[by_column.index(min(by_column))]
        by_row = [total + x for total, x in zip(by_row, column, strict=True)]
        low = max(low, min(by_column) / played)
        high = min(high, max(by_row) / played)
    return low, high


@given(matrices)
def test_the_value_of_a_game_changes_its_sign_with_the_roles(matrix: Matrix) -> None:
    """It lies between maximin and minimax, and a third of everything is a third."""
    turned = [[-entry for entry in column] for column in zip(*matrix, strict=True)]
    found = GAMES.game_value(matrix)
    assert isclose(-found, GAMES.game_value(turned), abs_tol=1e-12)
    assert GAMES.maximin(matrix) - 1e-9 <= found <= GAMES.minimax(matrix) + 1e-9
    thirds = [[Fraction(entry, 3) for entry in row] for row in matrix]
    assert isclose(found / 3, GAMES.game_value(thirds), abs_tol=1e-12)
