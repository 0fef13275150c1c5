"""Calls the student's alpha_beta_search."""

import games4e

from autograder.adapters import AimaGame


def alpha_beta_search(game, state):
    return games4e.alpha_beta_search(state, AimaGame(game))
