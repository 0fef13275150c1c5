import math


def maxi(game, node, window):
    if game.is_terminal(node):
        return game.utility(node)
    v = -math.inf
    for _, kid in game.successors(node):
        v = max(v, mini(game, kid, {**window}))
        if v >= window["beta"]:
            break
        window["alpha"] = max(window["alpha"], v)
    return v


def mini(game, node, window):
    if game.is_terminal(node):
        return game.utility(node)
    v = math.inf
    for _, kid in game.successors(node):
        v = min(v, maxi(game, kid, window))
        if v <= window["alpha"]:
            break
        window["beta"] = min(window["beta"], v)
    return v


def max_value(game, state, alpha, beta):
    return maxi(game, state, {"alpha": alpha, "beta": beta})


def min_value(game, state, alpha, beta):
    return mini(game, state, {"alpha": alpha, "beta": beta})


def alpha_beta_search(game, state):
    window = {"alpha": -math.inf, "beta": math.inf}
    isMax = game.to_move(state) == "max"
    pick = None
    for action, kid in game.successors(state):
        v = mini(game, kid, {**window}) if isMax else maxi(game, kid, {**window})
        side = "alpha" if isMax else "beta"
        if pick is None or (v > window[side] if isMax else v < window[side]):
            window[side] = v
            pick = action
    return pick
