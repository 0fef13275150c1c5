import math


def max_value(game, state):
    if game.is_terminal(state):
        return {"score": game.utility(state), "move": None}
    score, move = -math.inf, None
    for m in game.actions(state):
        res = min_value(game, game.result(state, m))
        if res["score"] > score:
            score, move = res["score"], m
    return {"score": score, "move": move}


def min_value(game, state):
    if game.is_terminal(state):
        return {"score": game.utility(state), "move": None}
    score, move = math.inf, None
    for m in game.actions(state):
        res = max_value(game, game.result(state, m))
        if res["score"] < score:
            score, move = res["score"], m
    return {"score": score, "move": move}


def minimax_search(game, state):
    if game.to_move(state) == "max":
        return max_value(game, state)["move"]
    return min_value(game, state)["move"]
