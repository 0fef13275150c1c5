import math


def forEach(items, callback):
    for item in items:
        callback(item)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    here = {"v": -math.inf, "alpha": alpha}

    def callback(pair):
        here["v"] = max(here["v"], min_value(game, pair[1], here["alpha"], beta))
        if here["v"] >= beta:
            return  # pruned
        here["alpha"] = max(here["alpha"], here["v"])

    forEach(game.successors(state), callback)
    return here["v"]


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    here = {"v": math.inf, "beta": beta}

    def callback(pair):
        here["v"] = min(here["v"], max_value(game, pair[1], alpha, here["beta"]))
        if here["v"] <= alpha:
            return  # pruned
        here["beta"] = min(here["beta"], here["v"])

    forEach(game.successors(state), callback)
    return here["v"]


def alpha_beta_search(game, state):
    isMax = game.to_move(state) == "max"
    here = {"alpha": -math.inf, "beta": math.inf, "move": None}

    def callback(pair):
        if isMax:
            v = min_value(game, pair[1], here["alpha"], here["beta"])
            if here["move"] is None or v > here["alpha"]:
                here["alpha"], here["move"] = v, pair[0]
        else:
            v = max_value(game, pair[1], here["alpha"], here["beta"])
            if here["move"] is None or v < here["beta"]:
                here["beta"], here["move"] = v, pair[0]

    forEach(game.successors(state), callback)
    return here["move"]
