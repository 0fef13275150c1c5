from math import inf


def alpha_beta_search(game, state):
    α, β = -inf, inf
    u = None
    match game.to_move(state):
        case "max":
            for a, s in game.successors(state):
                w = min_value(game, s, α, β)
                if α <= w:
                    α, u = w, a
        case "min":
            for a, s in game.successors(state):
                w = max_value(game, s, α, β)
                if w <= β:
                    β, u = w, a
    return u


def max_value(game, s, α, β):
    if game.is_terminal(s): return game.utility(s)
    v = -inf
    for _, t in game.successors(s):
        w = min_value(game, t, α, β)
        v = w if w > v else v
        α = v if v > α else α
        # empty window
        if not α < β: break
    return v


def max_value_dual(game, s, α, β):
    # duality: inf X = -sup(-X), written out
    v = inf
    for _, t in game.successors(s):
        w = max_value(game, t, α, β)
        v = w if w < v else v
        β = v if v < β else β
        if not α < β: break
    return v


def min_value(game, s, α, β):
    return game.utility(s) if game.is_terminal(s) else max_value_dual(game, s, α, β)
