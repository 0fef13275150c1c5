"""Calls the student's MinimaxPlayer."""

from boards import board
from game_agent import MinimaxPlayer


def depth_limited_search(game, state, depth):
    player = MinimaxPlayer()
    return player.minimax(board(game, state, player), depth)
