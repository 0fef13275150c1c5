"""Faults planted in right games of other shapes than the reference's.

Each is an edit of one of the fixtures `tests/units/modelling/correct_*`, and the name
of the mistake that it is; "" is one that the catalogue does not have. Of those that
change a state it is the function to which that is told; "" where it is told of none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.unitgrading import FOLDER

RIGHT = FOLDER / "modelling"


@dataclass(frozen=True)
class Planted:
    """A fault: what stands in a fixture, what comes in its place, and its name."""

    shape: str
    module: str
    before: str
    after: str
    name: str

    @property
    def right(self) -> Path:
        """The right game in which it is planted."""
        return RIGHT / f"correct_{self.shape}" / f"{self.module}.py"

    def text(self) -> str:
        """The game with the fault."""
        text = self.right.read_text(encoding="utf-8")
        assert self.before in text, self
        return text.replace(self.before, self.after)


def _of(shape: str, module: str, *faults: tuple[str, str, str]) -> Iterator[Planted]:
    return (Planted(shape, module, *fault) for fault in faults)


FAULTS = (
    *_of(
        "classes",
        "seven_tuple",
        (
            'turn = "min" if self.turn == "max" else "max"',
            "turn = self.turn",
            "rules_turn_not_changed",
        ),
        ("self.piles == {0}", "0 in self.piles", "rules_ends_at_an_empty_pile"),
        ("range(size)}", "range(size + 1)}", "rules_nothing_taken"),
        (
            '[1, -1] if self.turn == "max" else [-1, 1]',
            "[1, 1]",
            "rules_everybody_wins",
        ),
    ),
    *_of(
        "lists",
        "seven_tuple",
        (
            "[1, -1] if turn == 1 else [-1, 1]",
            "1 if turn == 1 else -1",
            "rules_payoff_of_max",
        ),
        (
            "return [players, states,",
            "return [players, states[1:],",
            "rules_initial_unlisted",
        ),
    ),
    *_of(
        "bits",
        "seven_tuple",
        (
            "small, large = sorted([*rest, action[1]])",
            "small, large = *rest, action[1]",
            "rules_not_canonical",
        ),
        (
            "(-1, 1) if state >> 4 else (1, -1)",
            "(1, -1) if state >> 4 else (-1, 1)",
            "rules_utility_turned",
        ),
        ("range(size)]", "range(size + 1)]", "rules_nothing_taken"),
        ("state & 15 == 0", "state & 15 < 2", "rules_ends_at_one"),
    ),
    *_of(
        "strings",
        "ii_nim",
        ('("b" if state[-1] == "a" else "a")', "state[-1]", "rules_turn_not_changed"),
        ('return "22a"', 'return "22b"', "rules_min_begins"),
        ("range(int(pile))", "range(1, int(pile))", "rules_one_match_left"),
        ('"".join(sorted(piles))', "piles", "rules_not_canonical"),
        ('startswith("00")', 'startswith("0")', "rules_ends_at_an_empty_pile"),
        ("player else -1", "player else 0", "rules_loser_gets_nothing"),
        ('raise ValueError("no such action")', "return state", "rules_illegal_taken"),
    ),
    *_of(
        "classes",
        "ii_nim",
        ("range(state.large)", "range(state.large + 1)", ""),
        ("    return state.turn\n", '    return "max"\n', "rules_max_always_moves"),
        ("state.large == 0", "state.small + state.large <= 1", "rules_ends_at_one"),
        (
            "if player == state.turn",
            'if player == "min"',
            "rules_utility_of_who_begins",
        ),
        ('raise ValueError("not legal")', "return None", "rules_illegal_is_none"),
    ),
    *_of(
        "bits",
        "ii_nim",
        ("{small, large}", "(small, large)", "rules_actions_doubled"),
        ("{small, large}", "{small}", "rules_smallest_pile_alone"),
        ("= action[1]", "= action[0] - action[1]", "rules_left_taken_for_taken"),
        ("to_move(state) == player", "state > 17", "rules_utility_of_max"),
    ),
    *_of(
        "classes",
        "misere_nim",
        ("piles, 1 - state.turn", "piles, state.turn", "rules_turn_not_changed"),
        (
            "for left in range(state.piles[i])",
            "for left in range(state.piles[i] + 1)",
            "rules_nothing_taken",
        ),
        ("return 1 if to_move", "return -1 if to_move", "rules_everybody_wins"),
        ("not any(", "0 in (", "rules_ends_at_an_empty_pile"),
        ('raise ValueError(f"{action} is not legal")', "pass", "rules_illegal_taken"),
    ),
    *_of(
        "lists",
        "misere_nim",
        ("copy.deepcopy(state)", "state", "rules_piles_shared"),
        (
            'enumerate(state["piles"])',
            'enumerate(state["piles"][:1])',
            "rules_first_pile_alone",
        ),
        (
            "return 1 if to_move(state) == player else -1",
            "return -1 if to_move(state) == player else 1",
            "rules_utility_turned",
        ),
        ("== 0", "== 1", "rules_ends_at_one"),
    ),
    *_of(
        "strings",
        "coin_splitting",
        ("first % second == 0", "first > second", "rules_any_split"),
        ("first % second == 0", "True", "rules_any_split"),
        ("first >= second", "first > second", "rules_no_halves"),
        ("sorted(rest", "list(rest", "rules_not_canonical"),
        ('<= "2"', '<= "3"', "rules_ends_at_threes"),
        ("max(state[1:])", "min(state[1:])", "rules_ends_at_a_small_pile"),
        (
            "return 1 if to_move(state) == player else -1",
            "return 1 if to_move(state) != player else -1",
            "rules_utility_turned",
        ),
    ),
    *_of(
        "classes",
        "coin_splitting",
        (" and move not in found", "", "rules_actions_doubled"),
        ("if not is_terminal(state):", "if True:", "rules_actions_after_the_end"),
        ("piles.extend(action)", "piles.append(action[0])", "rules_second_pile_lost"),
        ("    piles.remove(action[0] + action[1])\n", "", "rules_pile_kept"),
        (
            '"min" if state.mover == "max" else "max"',
            "state.mover",
            "rules_turn_not_changed",
        ),
    ),
    *_of(
        "strings",
        "tic_tac_toe",
        ("yield state[3 * i : 3 * i + 3]", "pass", "rules_no_rows"),
        ("yield state[i::3]", "pass", "rules_no_columns"),
        ("    yield state[0::4]\n    yield state[2:7:2]\n", "", "rules_no_diagonals"),
        ("    yield state[2:7:2]\n", "", "rules_falling_diagonal_alone"),
        ('or "." not in state', 'or state.count(".") <= 1', "rules_draw_too_soon"),
        (
            '    return won(state, "x") or won(state, "o") or "." not in state',
            '    return "." not in state',
            "rules_full_board_alone",
        ),
        (' or "." not in state', "", "rules_win_alone_ends"),
        ('value if player == "max" else -value', "value", "rules_utility_of_max"),
        (
            "    if is_terminal(state):\n        return []\n",
            "",
            "rules_actions_after_the_end",
        ),
        (
            "3 * action[0] + action[1]",
            "3 * action[1] + action[0]",
            "rules_column_before_row",
        ),
    ),
    *_of(
        "lists",
        "tic_tac_toe",
        ("deepcopy(board)", "board", "rules_board_shared"),
        ("deepcopy(board)", "board[:]", "rules_board_shared"),
        ('X if to_move(board) == "max" else O', "X", "rules_always_x"),
        ("return 0\n", "return -1\n", "rules_draw_is_lost"),
        (
            '== (player == "max") else -1',
            '== (player == "max") else 0',
            "rules_loser_gets_nothing",
        ),
        ("for player in (X, O)", "for player in (X,)", "rules_x_alone_wins"),
    ),
    *_of(
        "lists",
        "connect_three",
        ("[row[:] for row in state]", "state[:]", "rules_board_shared"),
        ("(0, 1), (1, 0), ", "(1, 0), ", "rules_no_rows"),
        ("(0, 1), (1, 0), ", "(0, 1), ", "rules_no_columns"),
        (", (1, 1), (1, -1)", "", "rules_no_diagonals"),
        ("range(4) if state", "range(3) if state", "rules_last_column_left_out"),
        (
            "return winner(state) != 0 or 0 not in state[0]",
            "return 0 not in state[0]",
            "rules_full_board_alone",
        ),
        (" or 0 not in state[0]", "", "rules_win_alone_ends"),
        ("row = max(", "row = min(", "rules_falls_to_the_top"),
        (
            "    if is_terminal(state):\n        return []\n",
            "",
            "rules_actions_after_the_end",
        ),
        (
            'winner(state) if player == "max" else -winner(state)',
            "winner(state)",
            "rules_utility_of_max",
        ),
    ),
    *_of(
        "bits",
        "connect_three",
        ("(1, 4, 5, 3)", "(4, 5, 3)", "rules_no_columns"),
        ("(1, 4, 5, 3)", "(1, 4, 3)", "rules_falling_diagonal_alone"),
        (
            "bits & bits >> step & bits >> 2 * step",
            "bits & bits >> step",
            "rules_two_in_a_row",
        ),
        (
            "return -1 if player == to_move(state) else 1",
            "return 1 if player == to_move(state) else -1",
            "rules_utility_turned",
        ),
        (
            "has_line(state[1]) or not free(state)",
            "has_line(state[1]) or len(free(state)) < 4",
            "rules_draw_at_a_full_column",
        ),
    ),
)

FREE = "{(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}"

CHANGES = (
    *_of(
        "lists",
        "tic_tac_toe",
        ("deepcopy(board)", "board", "result"),
        ("deepcopy(board)", "board[:]", "result"),
        (f"return {FREE}", f"board.append([])\n    board.pop()\n    return {FREE}", ""),
        (
            "    who = winner(board)\n",
            "    who = winner(board)\n    board.clear()\n",
            "",
        ),
    ),
    *_of(
        "lists",
        "misere_nim",
        ("copy.deepcopy(state)", "state", "result"),
        ("copy.deepcopy(state)", "dict(state)", "result"),
    ),
    *_of(
        "marks",
        "tic_tac_toe",
        ("[row[:] for row in state.rows]", "state.rows", "result"),
        ("[row[:] for row in state.rows]", "state.rows[:]", "result"),
        ("return State(rows)", "state.rows = rows\n    return state", "result"),
    ),
    *_of(
        "players",
        "tic_tac_toe",
        (
            "squares = {**state.squares, action: state.turn}",
            "squares = state.squares\n    squares[action] = state.turn",
            "result",
        ),
        (
            "return State(",
            "state.squares = squares\n    return State(",
            "result",
        ),
        (
            "return {place for",
            "state.turn = state.turn.opponent\n    return {place for",
            "actions",
        ),
    ),
    *_of("lazy", "tic_tac_toe", ("state.squares[:]", "state.squares", "result")),
    *_of(
        "tools",
        "tic_tac_toe",
        ("state.board[:]", "state.board", "result"),
        (
            'State(board, "min"',
            'State(state.board.extend(b".") or board, "min"',
            "result",
        ),
    ),
    *_of("traps", "tic_tac_toe", ("state.copy()", "state.board", "result")),
    *_of("columns", "connect_three", ("stack.copy() for", "stack for", "result")),
    *_of(
        "ring",
        "misere_nim",
        (
            "    sizes[action[0]] =",
            "    state.heaps.pop()\n    sizes[action[0]] =",
            "result",
        ),
    ),
)
