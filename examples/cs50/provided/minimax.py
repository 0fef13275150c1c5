"""Calls the student's minimax; the other functions of that file are right ones here."""

import tictactoe

from autograder.adapters import Board, named, rules


def minimax_search(game, state):
    vars(tictactoe).update(rules(tictactoe.X, tictactoe.O))
    return named(tictactoe.minimax(Board(game, state)))
