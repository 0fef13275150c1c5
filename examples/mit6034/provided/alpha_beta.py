"""Calls the student's minimax_search_alphabeta."""

from lab3 import minimax_search_alphabeta

from autograder.adapters import EndgameState, line_of_play


def alpha_beta_search(game, state):
    first, is_max = EndgameState(game, state), game.to_move(state) == "max"
    return line_of_play(minimax_search_alphabeta(first, maximize=is_max)[0])[0]


def max_value(game, state, alpha, beta):
    first = EndgameState(game, state)
    return minimax_search_alphabeta(first, alpha, beta, maximize=True)[1]


def min_value(game, state, alpha, beta):
    first = EndgameState(game, state)
    return minimax_search_alphabeta(first, alpha, beta, maximize=False)[1]
