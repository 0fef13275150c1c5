"""Calls the student's minimax_endgame_search."""

from lab3 import minimax_endgame_search

from autograder.adapters import EndgameState, line_of_play


def principal_variation(game, state):
    first, is_max = EndgameState(game, state), game.to_move(state) == "max"
    return line_of_play(minimax_endgame_search(first, is_max)[0])


def minimax(game, state):
    first, is_max = EndgameState(game, state), game.to_move(state) == "max"
    return minimax_endgame_search(first, is_max)[1]
