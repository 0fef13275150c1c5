"""The rule games: Nim against its theory, coin splitting against the lecture."""

from __future__ import annotations

from collections import Counter
from functools import cache, reduce
from operator import xor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import OptionError
from autograder.project import load_module
from autograder.trees import file as treefile
from autograder.trees.rules import known_games
from autograder.trees.values import exact_values

NIM = load_module(known_games()["nim"])
COINS = load_module(known_games()["coin_split"])
TIC_TAC_TOE = load_module(known_games()["tic_tac_toe"])
OPPONENT = {"max": "min", "min": "max"}

players = st.sampled_from(["max", "min"])
matches = st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any)
coins = st.lists(st.integers(1, 5), min_size=1, max_size=2).filter(
    lambda piles: max(piles) > COINS.LAST_PILE
)
nims = st.builds(NIM.Nim, matches, st.booleans(), st.booleans(), players)
splittings = st.builds(COINS.CoinSplit, coins, players)
games = nims | splittings


@cache
def value(game: Any, position: Any) -> int:
    """What MAX gets if both play perfectly."""
    values = [value(game, after) for after in game.successors(position)]
    if not values:
        return int(game.utility(position))
    return max(values) if game.to_move(position) == "max" else min(values)


@cache
def reachable(game: Any) -> tuple[Any, ...]:
    """The positions that can come up, each once."""
    found = dict.fromkeys([game.initial()])
    waiting = list(found)
    while waiting:
        new = [p for p in game.successors(waiting.pop()) if p not in found]
        found.update(dict.fromkeys(new))
        waiting.extend(new)
    return tuple(found)


def subtree(game: Any, position: Any) -> list[Any]:
    """The positions of the unrolled tree, depth first, repetitions included."""
    after = game.successors(position)
    return [position, *(p for child in after for p in subtree(game, child))]


def piles_after(game: Any, *piles: int, mover: str = "max") -> list[tuple[int, ...]]:
    """The piles of the successors, in order."""
    position = type(game.initial())(piles, mover)
    return [game.content(after) for after in game.successors(position)]


def mover_wins_nim(piles: tuple[int, ...], *, misere: bool) -> bool:
    """Bouton's theorem (1901): the nim-sum, and parity once all piles are single."""
    if misere and max(piles) <= 1:
        return sum(piles) % 2 == 0
    return reduce(xor, piles) != 0


def test_normal_nim_follows_the_nim_sum() -> None:
    """Three piles of up to three matches: won unless the nim-sum is 0."""
    for piles in ((a, b, c) for a in range(4) for b in range(3) for c in range(3)):
        if any(piles):
            game = NIM.Nim(piles)
            won = mover_wins_nim(piles, misere=False)
            assert (1 if won else -1) == value(game, game.initial())


@given(nims)
def test_nim_has_the_value_of_its_theory(game: Any) -> None:
    """Normal or misère, sorted or raw, whoever begins: Bouton's theorem decides."""
    won = mover_wins_nim(game.piles, misere=game.misere)
    max_wins = won == (game.first == "max")
    assert (1 if max_wins else -1) == value(game, game.initial())


@given(games)
def test_the_players_take_turns(game: Any) -> None:
    """Every successor is the opponent's to move; the first is as the option says."""
    start = game.initial()
    assert game.first == game.to_move(start)
    for after in game.successors(start):
        assert OPPONENT[game.first] == game.to_move(after)


@given(games)
def test_swapping_the_players_negates_every_payoff(game: Any) -> None:
    """The same end, reached by the other player, is worth the opposite."""
    for position in reachable(game):
        if not game.successors(position):
            swapped = position._replace(mover=OPPONENT[position.mover])
            assert -game.utility(position) == game.utility(swapped)


@given(games)
def test_a_label_names_one_position(game: Any) -> None:
    """Two positions have one label exactly if they are equal, the mover included."""
    positions = reachable(game)
    assert len(positions) == len({game.label(position) for position in positions})


@given(games)
def test_successors_are_distinct(game: Any) -> None:
    """No position follows another twice, so actions can be named after positions."""
    for position in reachable(game):
        after = game.successors(position)
        assert len(after) == len(set(after))


@given(nims)
def test_a_nim_move_takes_matches_from_one_pile(game: Any) -> None:
    """Sorted or not, exactly one pile is smaller after a move."""
    for position in reachable(game):
        before = Counter(game.content(position))
        for after in map(game.content, game.successors(position)):
            (taken,) = (before - Counter(after)).elements()
            (left,) = (Counter(after) - before).elements()
            assert left < taken


@given(matches)
def test_raw_nim_has_a_move_for_each_match(piles: list[int]) -> None:
    """A pile of n matches offers n moves."""
    assert sum(piles) == len(piles_after(NIM.Nim(piles), *piles))


@given(nims.filter(lambda game: game.canonical))
def test_canonical_nim_is_sorted_throughout(game: Any) -> None:
    """Positions are sorted, and successors ascend."""
    for position in reachable(game):
        assert tuple(sorted(position.piles)) == position.piles
        after = piles_after(game, *position.piles)
        assert sorted(after) == after


def test_raw_nim_goes_through_the_piles_from_left_to_right() -> None:
    """In each pile the fewest matches left come first."""
    expected = [(0, 2), (1, 0), (1, 1)]
    assert expected == piles_after(NIM.Nim([1, 2]), 1, 2)


def test_canonical_nim_lists_equal_positions_once() -> None:
    """Taking from either pile of (2,2) leads to the same two positions."""
    game = NIM.Nim([2, 2], canonical=True)
    assert piles_after(game, 2, 2) == [(0, 2), (1, 2)]


def test_greenwald_figure_1_has_fifteen_nodes() -> None:
    """Misère 2,2-Nim: A to O, of which three leaves are won and three are lost."""
    game = NIM.Nim([2, 2], misere=True, canonical=True)
    nodes = subtree(game, game.initial())
    ends = [game.utility(node) for node in nodes if not game.successors(node)]
    assert len("ABCDEFGHIJKLMNO") == len(nodes)
    assert Counter(ends) == {1: 3, -1: 3}


def test_toronto_wins_at_an_empty_board() -> None:
    """II-Nim: V(0,0)-A is +1, since B took the last match."""
    game = NIM.Nim([2, 2], misere=True, canonical=True)
    end = NIM.Position((0, 0), "max")
    assert game.label(end) == "(0,0)-A"
    assert game.utility(end) == 1


def test_labels_show_piles_and_mover() -> None:
    """A stands for MAX and B for MIN; the content is the piles alone."""
    game = NIM.Nim([1, 2], first="min")
    assert game.label(game.initial()) == "(1,2)-B"
    assert game.content(game.initial()) == (1, 2)
    start = COINS.CoinSplit().initial()
    assert COINS.CoinSplit().label(start) == "(7)-A"


def test_canonical_nim_sorts_its_first_position() -> None:
    """Piles may be given in any order."""
    game = NIM.Nim([2, 0, 1], canonical=True)
    assert game.initial().piles == (0, 1, 2)


@given(splittings)
def test_a_split_is_of_one_pile_by_a_multiple(game: Any) -> None:
    """All n = a + b with b a divisor of a, and no other move, until all piles ≤ 2."""
    for position in reachable(game):
        piles = position.piles
        legal = {
            tuple(sorted((*piles[:i], a, b, *piles[i + 1 :]), reverse=True))
            for i in range(len(piles))
            for a in range(1, piles[i])
            for b in range(1, a + 1)
            if a + b == piles[i] and a % b == 0
        }
        over = all(pile <= 2 for pile in piles)
        assert (set() if over else legal) == set(piles_after(game, *piles))


def test_seven_coins_split_as_in_the_lecture() -> None:
    """7 can only become 6+1, and 6 may become 5+1, 4+2 or 3+3."""
    game = COINS.CoinSplit()
    assert piles_after(game, 7) == [(6, 1)]
    assert piles_after(game, 6, 1) == [(5, 1, 1), (4, 2, 1), (3, 3, 1)]


def test_a_pile_of_two_is_split_while_a_larger_one_is_left() -> None:
    """The order is that of the piles; the game is over at (2,2), not at (3,2)."""
    game = COINS.CoinSplit()
    assert piles_after(game, 3, 2) == [(2, 2, 1), (3, 1, 1)]
    assert piles_after(game, 2, 2) == []


def test_who_splits_last_loses_the_coins() -> None:
    """From three coins MAX must split to 2+1, and has lost."""
    game = COINS.CoinSplit([3])
    assert value(game, game.initial()) == -1


def test_seven_coins_are_lost_by_the_first_player() -> None:
    """The tree of 22 nodes has the value -1, with MIN first +1."""
    first = COINS.CoinSplit()
    second = COINS.CoinSplit(first="min")
    assert len(subtree(first, first.initial())) == 22
    assert value(first, first.initial()) == -1
    assert value(second, second.initial()) == 1


def test_options_become_a_hashable_game() -> None:
    """Lists of a file become tuples; equal options make equal games."""
    assert NIM.RULES([1, 2]).piles == (1, 2)
    assert NIM.RULES([1, 2]) == NIM.RULES((1, 2))
    assert len({COINS.RULES([7]), COINS.RULES()}) == 1


@pytest.mark.parametrize(
    "name,options,option,message",
    [
        ("nim", {"piles": 3}, "piles", "expected a list such as [2, 2], found 3"),
        ("nim", {"piles": []}, "piles", "expected at least one match to take"),
        ("nim", {"piles": [0, 0]}, "piles", "match to take, found [0, 0]"),
        ("nim", {"piles": [2, -1]}, "piles", "whole numbers of 0 or more, found -1"),
        ("nim", {"piles": [True]}, "piles", "whole numbers of 0 or more, found True"),
        ("nim", {"piles": [2.0]}, "piles", "whole numbers of 0 or more, found 2.0"),
        ("nim", {"piles": [1], "misere": 1}, "misere", "true or false, found 1"),
        ("nim", {"piles": [1], "canonical": "no"}, "canonical", "found 'no'"),
        ("nim", {"piles": [1], "first": "A"}, "first", "max or min, found 'A'"),
        ("nim", {"piles": [10**9]}, "piles", "at most 100 matches in all, found 10000"),
        ("coin_split", {"piles": [99, 2]}, "piles", "100 coins in all, found 101"),
        ("coin_split", {"piles": "7"}, "piles", "a list such as [7], found '7'"),
        ("coin_split", {"piles": [7, 0]}, "piles", "numbers of 1 or more, found 0"),
        ("coin_split", {"piles": [True]}, "piles", "numbers of 1 or more, found True"),
        ("coin_split", {"piles": []}, "piles", "a pile of three coins or more"),
        ("coin_split", {"piles": [2, 2]}, "piles", "or more, found [2, 2]"),
        ("coin_split", {"first": True}, "first", "max or min, found True"),
    ],
)
def test_a_wrong_option_is_named(
    name: str, options: dict[str, object], option: str, message: str
) -> None:
    """The error carries the option, what was expected and what was found."""
    rules = {"nim": NIM.RULES, "coin_split": COINS.RULES}[name]
    with pytest.raises(OptionError) as caught:
        rules(**options)
    assert option == caught.value.option
    assert message in caught.value.message


# Tic-tac-toe: the figures are known (Toronto, CSC384; and by combinatorics).

ROWS = [{*range(start, start + 3)} for start in (0, 3, 6)]
COLUMNS = [{*range(start, 9, 3)} for start in (0, 1, 2)]
DIAGONALS = [{0, 4, 8}, {2, 4, 6}]


def holds_a_line(board: str, mark: str) -> bool:
    """Whether the squares of a mark hold three in a row."""
    squares = {index for index, held in enumerate(board) if held == mark}
    return any(line <= squares for line in ROWS + COLUMNS + DIAGONALS)


def test_full_tic_tac_toe_has_the_known_size_and_value() -> None:
    """5,478 positions, 549,946 nodes as a tree, 255,168 games; nobody must lose."""
    game = TIC_TAC_TOE.TicTacToe()

    @cache
    def size(position: str) -> tuple[int, int]:
        below = [size(after) for after in game.successors(position)]
        nodes, leaves = (sum(part) for part in zip((0, 0), *below, strict=True))
        return 1 + nodes, leaves + (not below)

    assert size(game.initial()) == (549_946, 255_168)
    assert len(reachable(game)) == 5_478
    assert value(game, game.initial()) == 0


def test_every_position_of_tic_tac_toe_is_judged_by_its_lines() -> None:
    """The game goes on while nobody has a line; then the line tells who has won."""
    game = TIC_TAC_TOE.TicTacToe()
    labels = set()
    for board in reachable(game):
        lines = [holds_a_line(board, mark) for mark in "XO"]
        free = board.count(".")
        over = any(lines) or not free
        assert len(game.successors(board)) == (0 if over else free)
        assert game.to_move(board) == ("max" if free % 2 else "min")
        if over:
            assert game.utility(board) == lines[0] - lines[1]
        assert game.content(board) == board
        labels.add(game.label(board))
    assert len(labels) == 5_478


def test_the_free_squares_are_taken_row_by_row() -> None:
    """By whose turn it is: O after as many X and one more."""
    game = TIC_TAC_TOE.TicTacToe("XX.O.....")
    assert game.successors("XX.O.....")[:2] == ("XXOO.....", "XX.OO....")
    assert game.label("XX.O.....") == "XX./O../..."


@pytest.mark.parametrize(
    "board", ["XO", "XOXOXOXOXO", "XO.......x", 3, "OO.......", "XX"]
)
def test_a_board_is_a_position_of_the_game(board: object) -> None:
    """Nine squares, and X has as many as O or one more."""
    with pytest.raises(OptionError) as caught:
        TIC_TAC_TOE.TicTacToe(board)
    assert caught.value.option == "board"


# Tic-tac-toe to a limited depth, on Toronto's slides


def test_toronto_tic_tac_toe_to_depth_2() -> None:
    """Three moves that differ, twelve replies; in the centre X is best off."""
    tree = treefile.parse("game: tic_tac_toe\nsymmetric: true\ndepth: 2")
    assert tree.actions() == ("X../.../...", ".X./.../...", ".../.X./...")
    assert len(tree.horizon) == 12
    found = [
        Counter(tree.nodes[reply].estimate for reply in tree.nodes[child].children)
        for child in tree.root.children
    ]
    assert [
        Counter([-1, 0, 0, 1, 1]),
        Counter([-2, -1, -1, 0, 0]),
        Counter([1, 2]),
    ] == (found)
    values = exact_values(tree)
    assert [values[action] for action in tree.actions()] == [-1, -2, 1]
    assert values[tree.root.label] == 1


def images(board: str) -> set[str]:
    """The board as it looks from each side, and in a mirror: by row and column."""
    rows = [list(board[start : start + 3]) for start in (0, 3, 6)]
    found = set()
    for _ in range(4):
        rows = [list(row) for row in zip(*reversed(rows), strict=True)]
        found |= {"".join(map("".join, rows)), "".join(map("".join, rows[::-1]))}
    return found


def test_symmetric_moves_are_the_first_of_each_kind() -> None:
    """Of each kind one, in the order of all; 765 kinds of positions can come up."""
    game = TIC_TAC_TOE.TicTacToe(symmetric=True)
    every = TIC_TAC_TOE.TicTacToe()
    for board in reachable(game):
        met: set[str] = set()
        first = []
        for after in every.successors(board):
            if after not in met:
                first.append(after)
            met |= images(after)
        assert game.successors(board) == tuple(first)
    assert len({min(images(board)) for board in reachable(every)}) == 765


def lines_of(board: str, mark: str, count: int) -> int:
    """How many lines have so many of these marks, and none of the other player."""
    rows = [board[start : start + 3] for start in (0, 3, 6)]
    columns = [board[start::3] for start in (0, 1, 2)]
    lines = [*rows, *columns, board[0::4], board[2:7:2]]
    return sum(
        sorted(line) == sorted(mark * count + "." * (3 - count)) for line in lines
    )


def test_the_estimate_of_every_position_is_torontos() -> None:
    """3 X2 + X1 - (3 O2 + O1), wherever the game goes on."""
    game = TIC_TAC_TOE.TicTacToe()
    for board in reachable(game):
        if game.successors(board):
            x, o = (
                3 * lines_of(board, mark, 2) + lines_of(board, mark, 1) for mark in "XO"
            )
            assert game.evaluate(board) == x - o


def test_symmetric_is_true_or_false() -> None:
    """The option is named."""
    with pytest.raises(OptionError) as caught:
        TIC_TAC_TOE.TicTacToe(symmetric="yes")
    assert str(caught.value) == "symmetric: expected true or false, found 'yes'"
