"""Fail-hard, as engines do: beta comes back at a cut, alpha where nothing was better."""

INFINITY = float("inf")


class Ply:
    """Reorders the actions of one ply, and remembers what cut there."""

    def __init__(self, killers, number):
        self.killers, self.number = killers, number

    def ordered(self, actions):
        killer = self.killers.get(self.number)
        return sorted(actions, key=lambda action: action != killer)

    def cut(self, action):
        self.killers[self.number] = action


def killers_search(game, state):
    killers, low, high, choice = {}, -INFINITY, INFINITY, None
    maximizing = game.to_move(state) == "max"
    for action in game.actions(state):
        child = game.result(state, action)
        if maximizing:
            score = min_value(game, child, low, high, 1, killers)
            if score > low:
                low, choice = score, action
        else:
            score = max_value(game, child, low, high, 1, killers)
            if score < high:
                high, choice = score, action
    return choice


def max_value(game, state, alpha, beta, ply, killers):
    if game.is_terminal(state):
        return game.utility(state)
    here = Ply(killers, ply)
    for action in here.ordered(game.actions(state)):
        child = game.result(state, action)
        score = min_value(game, child, alpha, beta, ply + 1, killers)
        if score >= beta:
            here.cut(action)
            return beta
        if score > alpha:
            alpha = score
    return alpha


def min_value(game, state, alpha, beta, ply, killers):
    if game.is_terminal(state):
        return game.utility(state)
    here = Ply(killers, ply)
    for action in here.ordered(game.actions(state)):
        child = game.result(state, action)
        score = max_value(game, child, alpha, beta, ply + 1, killers)
        if score <= alpha:
            here.cut(action)
            return alpha
        if score < beta:
            beta = score
    return beta
