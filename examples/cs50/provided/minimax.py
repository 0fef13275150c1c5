"""Calls the student's minimax; the other functions of that file are right ones here."""

import tictactoe

from autograder.adapters import board_of, named, rules


def minimax_search(game, state):
    vars(tictactoe).update(rules(game, state, tictactoe.X, tictactoe.O))
    return named(tictactoe.minimax(board_of(state)))
