from functools import partial


def value(game, state, alpha, beta, then):
    if game.is_terminal(state):
        return partial(then, game.utility(state))
    maximizing = game.to_move(state) == "max"
    return partial(children, game, maximizing, game.successors(state), alpha, beta, then)


def children(game, maximizing, pairs, alpha, beta, then):
    if not pairs or alpha >= beta:
        return partial(then, alpha if maximizing else beta)

    def back(v):
        if maximizing:
            return partial(children, game, maximizing, pairs[1:], max(alpha, v), beta, then)
        return partial(children, game, maximizing, pairs[1:], alpha, min(beta, v), then)

    return partial(value, game, pairs[0][1], alpha, beta, back)


def alpha_beta_dfs(game, root, alpha, beta):
    answer = []
    thunk = partial(value, game, root, alpha, beta, answer.append)
    while not answer:
        thunk = thunk()
    return answer.pop()
