def minimax_search(game, state):
    scored = [{"action": a, "score": score(game, s)} for a, s in game.successors(state)]
    scored.sort(key=lambda o: o["score"], reverse=game.to_move(state) == "max")
    return scored[0]["action"]


def score(game, s):
    return max_value(game, s) if game.to_move(s) == "max" else min_value(game, s)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = -float("inf")
    for _, s in game.successors(state):
        current = score(game, s)
        if current > best:
            best = current
        if best > 0:
            return best  # a win, no need to look further
    return best


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = float("inf")
    for _, s in game.successors(state):
        current = score(game, s)
        if current < best:
            best = current
        if best < 0:
            return best  # a loss, no need to look further
    return best
