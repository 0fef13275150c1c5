from math import inf

from frames import run


def node(game, state, alpha, beta):
    me, best, kept = game.to_move(state), -inf, None
    for action, child in game.successors(state):
        if game.to_move(child) == me:
            found = yield visit(game, child, alpha, beta)
        else:
            found = -(yield visit(game, child, -beta, -alpha))
        if found > best:
            best, kept = found, action
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, kept


def visit(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    return (yield from node(game, state, alpha, beta))[0]


def negamax(game, state, alpha, beta):
    return run(visit(game, state, alpha, beta))


def negamax_alpha_beta_search(game, state):
    return run(node(game, state, -inf, inf))[1]
