from sys import maxsize


class Pair:
    def __init__(self, first, second):
        self.first = first
        self.second = second


def negamax(game, state, alpha, beta):
    mover = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, mover)
    best = -maxsize
    for action, child in game.successors(state):
        # the other player sees the window from his side
        window = Pair(-alpha, -beta)
        if game.to_move(child) == mover:
            score = negamax(game, child, alpha, beta)
        else:
            score = -negamax(game, child, window.first, window.second)
        best = score if score > best else best
        if best >= beta:
            break
        alpha = best if best > alpha else alpha
    return best


def negamax_alpha_beta_search(game, state):
    mover = game.to_move(state)
    best = Pair(None, -maxsize)
    for action, child in game.successors(state):
        if game.to_move(child) == mover:
            score = negamax(game, child, best.second, maxsize)
        else:
            score = -negamax(game, child, -maxsize, -best.second)
        if best.first is None or score > best.second:
            best = Pair(action, score)
    return best.first
