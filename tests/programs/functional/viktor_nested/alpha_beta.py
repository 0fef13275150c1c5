from math import inf


def alpha_beta_search(game, state):
    return solver(game)(state, -inf, inf)[1]


def max_value(game, state, alpha, beta):
    value, _ = solver(game)(state, alpha, beta)
    return value


min_value = max_value


def solver(game):
    """A function from (state, alpha, beta) to (value, action)."""

    def solve(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state), None
        return (high if game.to_move(state) == "max" else low)(state, alpha, beta)

    def high(state, alpha, beta):
        value, move = -inf, None
        for action in game.actions(state):
            v, _ = solve(game.result(state, action), alpha, beta)
            if v > value:
                value, move = v, action
                alpha = max(alpha, value)
            if value > beta:
                break
        return value, move

    def low(state, alpha, beta):
        value, move = inf, None
        for action in game.actions(state):
            v, _ = solve(game.result(state, action), alpha, beta)
            if v < value:
                value, move = v, action
                beta = min(beta, value)
            if value < alpha:
                break
        return value, move

    return solve
