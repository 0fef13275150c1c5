class TimeIsUp(Exception):
    """out of time"""


class Deepener:
    def __init__(self, game):
        self.game = game
        self.best = None


def iterative_deepening_search(game, state):
    helper = Deepener(game)
    helper.best = game.actions(state)[0]
    depth = 1
    while True:
        horizon = []
        try:
            look(helper, game, state, depth, horizon)
        except TimeIsUp:
            return helper.best
        if not horizon:
            return helper.best
        depth = depth + 1


def look(helper, game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    if game.to_move(state) == "max":
        score = float("-inf")
        for action, nxt in game.successors(state):
            w = min_value(game, nxt, depth - 1, horizon)
            if w > score:
                score = w
                helper.best = action
    else:
        score = float("inf")
        for action, nxt in game.successors(state):
            w = max_value(game, nxt, depth - 1, horizon)
            if w < score:
                score = w
                helper.best = action
    return helper.best


def best_action(game, state, depth, horizon):
    return look(Deepener(game), game, state, depth, horizon)


def max_value(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    score = float("-inf")
    for _, nxt in game.successors(state):
        score = max(score, min_value(game, nxt, depth - 1, horizon))
    return score


def min_value(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    score = float("inf")
    for _, nxt in game.successors(state):
        score = min(score, max_value(game, nxt, depth - 1, horizon))
    return score
