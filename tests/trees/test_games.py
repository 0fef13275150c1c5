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
from tests.cases import for_each

NIM = load_module(known_games()["nim"])
COINS = load_module(known_games()["coin_split"])
TIC_TAC_TOE = load_module(known_games()["tic_tac_toe"])
SUBTRACTION = load_module(known_games()["subtraction"])
CONNECT_K = load_module(known_games()["connect_k"])
OPPONENT = {"max": "min", "min": "max"}

players = st.sampled_from(["max", "min"])
matches = st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any)
coins = st.lists(st.integers(1, 5), min_size=1, max_size=2).filter(
    lambda piles: max(piles) > COINS.LAST_PILE
)
nims = st.builds(NIM.Nim, matches, st.booleans(), st.booleans(), players)
splittings = st.builds(COINS.CoinSplit, coins, players)
amounts = st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True)
subtractions = st.builds(
    SUBTRACTION.Subtraction, st.integers(5, 12), amounts, st.booleans(), players
)
games = nims | splittings | subtractions


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


@for_each(
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
        ("subtraction", {"pile": 2.0}, "pile", "number of at most 100, found 2.0"),
        ("subtraction", {"pile": True}, "pile", "number of at most 100, found True"),
        ("subtraction", {"pile": 101}, "pile", "number of at most 100, found 101"),
        ("subtraction", {"pile": 0}, "pile", "1 or more, of which one can take"),
        ("subtraction", {"pile": 2, "take": [4, 3]}, "pile", "3 or more, of which"),
        ("subtraction", {"pile": 2, "take": 3}, "take", "such as [1, 2, 3], found 3"),
        ("subtraction", {"pile": 2, "take": []}, "take", "a list such as [1, 2, 3]"),
        ("subtraction", {"pile": 2, "take": [0]}, "take", "1 or more, found 0"),
        ("subtraction", {"pile": 2, "take": [True]}, "take", "or more, found True"),
        ("subtraction", {"pile": 2, "take": [2, 1, 2]}, "take", "2 stands here twice"),
        ("subtraction", {"pile": 2, "misere": 0}, "misere", "or false, found 0"),
        ("subtraction", {"pile": 2, "first": "B"}, "first", "or min, found 'B'"),
        ("connect_k", {"rows": 0}, "rows", "number from 1 to 6, found 0"),
        ("connect_k", {"columns": 7}, "columns", "number from 1 to 6, found 7"),
        ("connect_k", {"columns": "4"}, "columns", "from 1 to 6, found '4'"),
        ("connect_k", {"rows": 6, "columns": 6}, "rows", "30 squares, found 36"),
        ("connect_k", {"k": 5}, "k", "from 2 to the longer side, 4; found 5"),
        ("connect_k", {"k": 1}, "k", "from 2 to the longer side, 4; found 1"),
        ("connect_k", {"k": True}, "k", "to the longer side, 4; found True"),
        ("connect_k", {"gravity": 1}, "gravity", "true or false, found 1"),
        ("connect_k", {"board": 3}, "board", "16 characters of X, O and ., found 3"),
        ("connect_k", {"board": "X"}, "board", "16 characters of X, O and ., found"),
        ("connect_k", {"board": "x" * 16}, "board", "16 characters of X, O and ."),
        ("connect_k", {"board": "." * 14 + "XX"}, "board", "as many X as O, or one"),
        ("connect_k", {"board": "X" + "." * 15}, "board", "marks that have fallen"),
    ],
)
def test_a_wrong_option_is_named(
    name: str, options: dict[str, object], option: str, message: str
) -> None:
    """The error carries the option, what was expected and what was found."""
    rules = load_module(known_games()[name]).RULES
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
    tree = treefile.parse("game: tic_tac_toe\nsymmetry: true\ndepth: 2")
    assert tree.root_actions() == ("X../.../...", ".X./.../...", ".../.X./...")
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
    assert [values[action] for action in tree.root_actions()] == [-1, -2, 1]
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
    game = TIC_TAC_TOE.TicTacToe(symmetry=True)
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


def test_symmetry_is_true_or_false() -> None:
    """The option is named."""
    with pytest.raises(OptionError) as caught:
        TIC_TAC_TOE.TicTacToe(symmetry="yes")
    assert str(caught.value) == "symmetry: expected true or false, found 'yes'"


# The subtraction game, by its theory and by counting backwards


def lost_piles(most: int, take: list[int], *, misere: bool) -> set[int]:
    """The piles that are lost for who is to move, from the smallest on."""
    lost: set[int] = set()
    for pile in range(most + 1):
        can_move = pile >= min(take)
        if any(pile - amount in lost for amount in take if amount <= pile):
            continue
        if can_move or not misere:
            lost.add(pile)
    return lost


@pytest.mark.parametrize("misere, remainder", [(False, 0), (True, 1)])
def test_up_to_three_is_lost_at_every_fourth_pile(
    remainder: int, *, misere: bool
) -> None:
    """At the multiples of 4; in misère play at those that are one more."""
    for pile in range(1, 41):
        game = SUBTRACTION.Subtraction(pile, misere=misere)
        expected = -1 if pile % 4 == remainder else 1
        assert expected == value(game, game.initial())


@given(subtractions)
def test_a_pile_is_won_where_a_lost_one_can_be_left(game: Any) -> None:
    """Whatever may be taken, in both kinds of play, whoever begins."""
    lost = game.pile in lost_piles(game.pile, list(game.take), misere=game.misere)
    assert (-1 if lost == (game.first == "max") else 1) == value(game, game.initial())


def test_the_amounts_are_taken_in_the_order_of_the_list() -> None:
    """What is more than the pile cannot be; it is over where nothing can be."""
    game = SUBTRACTION.Subtraction(7, [3, 1, 5])
    after = [game.label(each) for each in game.successors(game.initial())]
    assert after == ["4-B", "6-B", "2-B"]
    game = SUBTRACTION.Subtraction(4, [3])
    (last,) = game.successors(game.initial())
    assert (game.content(last), game.successors(last)) == (1, ())
    assert game.utility(last) == 1


def test_a_subtraction_game_in_a_file() -> None:
    """Four counters are lost for MAX, and five are won by taking one."""
    assert value_of("game: subtraction\npile: 4") == -1
    tree = treefile.parse("game: subtraction\npile: 5\nexpect: {action: 4-B}")
    assert exact_values(tree)["4-B"] == 1


def value_of(text: str) -> object:
    """The value of the root of a tree file."""
    tree = treefile.parse(text)
    return exact_values(tree)[tree.root.label]


# Connect-k: against tic-tac-toe, against counts that are published, and by hand


def test_three_in_a_row_without_gravity_is_tic_tac_toe() -> None:
    """The same positions, in the same order, worth and estimated alike."""
    tic_tac_toe = TIC_TAC_TOE.TicTacToe()
    game = CONNECT_K.ConnectK(rows=3, columns=3, k=3, gravity=False)
    assert reachable(tic_tac_toe) == reachable(game)
    for board in reachable(tic_tac_toe):
        after = tic_tac_toe.successors(board)
        assert after == game.successors(board)
        assert tic_tac_toe.label(board) == game.label(board)
        assert tic_tac_toe.to_move(board) == game.to_move(board)
        if after:
            assert tic_tac_toe.evaluate(board) == game.evaluate(board)
        else:
            assert tic_tac_toe.utility(board) == game.utility(board)


def test_connect_four_has_the_published_counts() -> None:
    """161,029 positions on 4 by 4 (Tromp); 356,232 games on 3 by 4 (OEIS A342329)."""
    assert len(reachable(CONNECT_K.ConnectK(rows=4, columns=4))) == 161_029
    game = CONNECT_K.ConnectK(rows=3, columns=4)

    @cache
    def games_from(position: str) -> int:
        after = game.successors(position)
        return sum(map(games_from, after)) if after else 1

    assert games_from(game.initial()) == 356_232


def has_a_row(rows: list[str], mark: str, k: int) -> bool:
    """Whether k of a mark stand in a row: the board is sheared, and read as texts."""
    height = len(rows)
    falling = [" " * i + row + " " * (height - i) for i, row in enumerate(rows)]
    rising = [" " * (height - i) + row + " " * i for i, row in enumerate(rows)]
    columns = (zip(*board, strict=True) for board in (rows, falling, rising))
    texts = [*rows, *("".join(column) for board in columns for column in board)]
    return any(mark * k in text for text in texts)


@given(st.lists(st.integers(0, 4), max_size=20), st.integers(2, 4))
def test_marks_fall_until_somebody_has_a_row(plays: list[int], k: int) -> None:
    """X begins; who has put the last mark has won; full columns take no more."""
    game = CONNECT_K.ConnectK(rows=4, columns=5, k=k)
    position, columns = game.initial(), [""] * 5
    for turn, play in enumerate(plays):
        if len(columns[play]) == 4 or not game.successors(position):
            break
        columns[play] += "XO"[turn % 2]
        rows = ["".join(c[i : i + 1] or "." for c in columns) for i in (3, 2, 1, 0)]
        assert "".join(rows) in game.successors(position)
        position = "".join(rows)
        won = [has_a_row(rows, mark, k) for mark in "XO"]
        free = sum(len(column) < 4 for column in columns)
        assert game.label(position) == "/".join(rows)
        assert len(game.successors(position)) == (0 if any(won) else free)
        assert game.utility(position) == won[0] - won[1]


def test_a_full_board_without_a_row_is_a_draw() -> None:
    """Nothing can be played, and neither has won."""
    game = CONNECT_K.ConnectK(rows=2, columns=2, k=2, gravity=False)
    assert game.utility("XO..") == 0
    game = CONNECT_K.ConnectK(rows=3, columns=2, k=3, board="OXXOOX")
    assert (game.successors(game.board), game.utility(game.board)) == ((), 0)


def test_connect_k_goes_on_from_a_board() -> None:
    """X wins in the first column, or must stop O there at the next move."""
    text = "game: connect_k\nrows: 3\ncolumns: 3\nk: 3\nboard: ...XO.XO.\n"
    tree = treefile.parse(text + "expect: {value: 1, action: X../XO./XO.}")
    assert tree.root_actions() == ("X../XO./XO.", ".X./XO./XO.", ".../XO./XOX")
    values = exact_values(tree)
    assert [values[action] for action in tree.root_actions()] == [1, 0, -1]


def test_connect_k_to_a_limited_depth() -> None:
    """At depth 1 the estimates decide: the middle has the most lines."""
    tree = treefile.parse("game: connect_k\nrows: 3\ncolumns: 3\nk: 3\ndepth: 1")
    estimates = [tree.nodes[child].estimate for child in tree.root.children]
    assert estimates == [3, 2, 3]
