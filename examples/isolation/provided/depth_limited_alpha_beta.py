"""Calls the student's AlphaBetaPlayer."""

from boards import board
from game_agent import AlphaBetaPlayer


def depth_limited_alpha_beta_search(game, state, depth):
    player = AlphaBetaPlayer()
    return player.alphabeta(board(game, state, player), depth)
