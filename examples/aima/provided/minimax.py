"""Calls the student's minmax_decision."""

import games4e

from autograder.adapters import AimaGame


def minimax_search(game, state):
    return games4e.minmax_decision(state, AimaGame(game))
