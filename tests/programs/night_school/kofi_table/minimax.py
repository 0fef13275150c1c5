import math

PLAYERS = {
    "max": {"start": -math.inf, "choose": max, "other": "min"},
    "min": {"start": math.inf, "choose": min, "other": "max"},
}


def search(game, state, who):
    """Returns (value, action); action is None at a leaf."""
    if game.is_terminal(state):
        return game.utility(state), None
    p = PLAYERS[who]
    best, best_action = p["start"], None
    for action, child in game.successors(state):
        value, _ = search(game, child, p["other"])
        if best_action is None or p["choose"](value, best) != best:
            best, best_action = value, action
    return best, best_action


def max_value(game, state):
    return search(game, state, "max")[0]


def min_value(game, state):
    return search(game, state, "min")[0]


def minimax_search(game, state):
    return search(game, state, game.to_move(state))[1]
