import math
import random


def ucb1(utility, playouts, parent_playouts, c=math.sqrt(2)):
    if playouts == 0:
        return math.inf
    return utility / playouts + c * math.sqrt(math.log(parent_playouts) / playouts)


def rollout(game, state):
    while not game.is_terminal(state):
        state = game.result(state, random.choice(game.actions(state)))
    return game.utility(state)


def mcts_search(game, state, iterations):
    best, best_mean = None, -math.inf
    for action, child in game.successors(state):
        results = [rollout(game, child) for _ in range(iterations)]
        mean = sum(results) / len(results)
        if mean > best_mean:
            best, best_mean = action, mean
    return best
