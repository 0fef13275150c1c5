from collections import namedtuple

Result = namedtuple("Result", "value move")

INF = float("inf")


def search(game, state, alpha, beta, isMax):
    """Result is never outside of the window, except at the leaves."""
    if game.is_terminal(state):
        return Result(game.utility(state), None)
    bound = alpha if isMax else beta
    bestMove = None
    for move, child in game.successors(state):
        if isMax:
            score = search(game, child, bound, beta, False).value
            if score >= beta:
                return Result(beta, move)
            if score > bound:
                bound = score
                bestMove = move
        else:
            score = search(game, child, alpha, bound, True).value
            if score <= alpha:
                return Result(alpha, move)
            if score < bound:
                bound = score
                bestMove = move
    return Result(bound, bestMove)


def max_value(game, state, alpha, beta):
    return search(game, state, alpha, beta, True).value


def min_value(game, state, alpha, beta):
    return search(game, state, alpha, beta, False).value


def alpha_beta_search(game, state):
    return search(game, state, -INF, INF, game.to_move(state) == "max").move
