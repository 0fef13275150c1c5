from math import fsum
from operator import itemgetter


def V(game, s):
    match (game.is_terminal(s), None if game.is_terminal(s) else game.to_move(s)):
        case (True, _):
            return game.utility(s)
        case (_, "chance"):
            return fsum(p * V(game, t) for p, t in game.outcomes(s))
        case _:
            return max(V(game, t) for _, t in game.successors(s))


max_value = exp_value = V


def expectimax_search(game, state):
    pairs = [(V(game, t), a) for a, t in game.successors(state)]
    return max(pairs, key=itemgetter(0))[1]
