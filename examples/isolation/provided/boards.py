"""The board on which a student's player is to move; the clock stands still."""

from autograder.adapters import IsolationBoard


def board(game, state, player):
    player.time_left = lambda: 1000.0
    player.score = lambda board, player: board.estimate(player)
    players = (player, object())
    if game.to_move(state) == "min":
        players = players[::-1]
    return IsolationBoard(game, state, players)
