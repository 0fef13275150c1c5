from math import inf


class TimeIsUp(Exception):
    pass


def iterative_deepening_search(game, state):
    move = game.actions(state)[0]
    cut_off = []
    for limit in range(1, 1000):
        try:
            move = best_action(game, state, limit, cut_off)
        except TimeIsUp:
            return move
        if cut_off == []:
            return move
    return move


def best_action(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    who = game.to_move(state)
    best_move, best_score = None, None
    for a, s in game.successors(state):
        score = (min_value if who == "max" else max_value)(game, s, depth - 1, horizon)
        if best_score is None or (score > best_score if who == "max" else score < best_score):
            best_move, best_score = a, score
    return best_move


def leaf(game, state, depth, horizon):
    """The value of a state where the search stops, else None."""
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    return None


def max_value(game, state, depth, horizon):
    v = leaf(game, state, depth, horizon)
    if v is not None:
        return v
    v = -inf
    for a, s in game.successors(state):
        v = max(v, min_value(game, s, depth - 1, horizon))
    return v


def min_value(game, state, depth, horizon):
    v = leaf(game, state, depth, horizon)
    if v is not None:
        return v
    v = inf
    for a, s in game.successors(state):
        v = min(v, max_value(game, s, depth - 1, horizon))
    return v
