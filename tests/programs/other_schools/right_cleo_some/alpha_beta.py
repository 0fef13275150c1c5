def alpha_beta_search(game, state):
    box = {"alpha": float("-inf"), "beta": float("inf"), "action": None}
    maximizing = game.to_move(state) == "max"

    def callback(pair):
        action, child = pair
        v = solve(game, child, box["alpha"], box["beta"])
        if maximizing and v > box["alpha"]:
            box.update(alpha=v, action=action)
        if not maximizing and v < box["beta"]:
            box.update(beta=v, action=action)
        return False

    any(map(callback, game.successors(state)))
    return box["action"]


def solve(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    maximizing = game.to_move(state) == "max"
    better = max if maximizing else min
    box = {"best": float("-inf") if maximizing else float("inf"), "alpha": alpha, "beta": beta}

    def callback(pair):
        box["best"] = better(box["best"], solve(game, pair[1], box["alpha"], box["beta"]))
        mine = "alpha" if maximizing else "beta"
        box[mine] = better(box[mine], box["best"])
        return box["alpha"] >= box["beta"]

    any(map(callback, game.successors(state)))
    return box["best"]


def max_value(game, state, alpha, beta):
    return solve(game, state, alpha, beta)


def min_value(game, state, alpha, beta):
    return solve(game, state, alpha, beta)
