from math import inf


def alpha_beta_search(game, state):
    sign = 1 if game.to_move(state) == "max" else -1

    def choose(pairs, bound, chosen):
        if not pairs:
            return chosen
        (action, child), *rest = pairs
        window = (bound, inf) if sign == 1 else (-inf, -bound)
        v = sign * value(game, child, *window)
        return choose(rest, v, action) if v > bound else choose(rest, bound, chosen)

    return choose(game.successors(state), -inf, None)


def value(game, state, alpha, beta):
    return (max_value if game.to_move(state) == "max" else min_value)(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    def largest(children, v):
        if not children or v >= beta:
            return v
        (_, head), *tail = children
        return largest(tail, max(v, value(game, head, max(alpha, v), beta)))

    return game.utility(state) if game.is_terminal(state) else largest(game.successors(state), -inf)


def min_value(game, state, alpha, beta):
    def smallest(children, v):
        if not children or v <= alpha:
            return v
        (_, head), *tail = children
        return smallest(tail, min(v, value(game, head, alpha, min(beta, v))))

    return game.utility(state) if game.is_terminal(state) else smallest(game.successors(state), inf)
