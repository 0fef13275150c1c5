"""The functions that students write for a game of their own, by their names."""

from __future__ import annotations

INITIAL, MOVER, ACTIONS = "initial_state", "to_move", "actions"
RESULT, TERMINAL, UTILITY = "result", "is_terminal", "utility"
FUNCTIONS = (INITIAL, MOVER, ACTIONS, RESULT, TERMINAL, UTILITY)  # of a game
