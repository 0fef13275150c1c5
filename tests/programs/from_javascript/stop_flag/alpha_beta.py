import math


class Pruner:
    def __init__(this, game):
        this.game = game
        this.stop = False

    def max(this, state, alpha, beta):
        if this.game.is_terminal(state):
            return this.game.utility(state)
        v = -math.inf
        for _, child in this.game.successors(state):
            v = max(v, this.min(child, alpha, beta))
            if v >= beta:
                this.stop = True
            if this.stop:
                break
            alpha = max(alpha, v)
        return v

    def min(this, state, alpha, beta):
        if this.game.is_terminal(state):
            return this.game.utility(state)
        v = math.inf
        for _, child in this.game.successors(state):
            v = min(v, this.max(child, alpha, beta))
            if v <= alpha:
                this.stop = True
            if this.stop:
                break
            beta = min(beta, v)
        return v


def max_value(game, state, alpha, beta):
    return Pruner(game).max(state, alpha, beta)


def min_value(game, state, alpha, beta):
    return Pruner(game).min(state, alpha, beta)


def alpha_beta_search(game, state):
    alpha, beta, best = -math.inf, math.inf, None
    isMax = game.to_move(state) == "max"
    for action, child in game.successors(state):
        pruner = Pruner(game)
        v = pruner.min(child, alpha, beta) if isMax else pruner.max(child, alpha, beta)
        if isMax and (best is None or v > alpha):
            alpha, best = v, action
        if not isMax and (best is None or v < beta):
            beta, best = v, action
    return best
