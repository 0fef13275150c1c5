"""A class for what the table holds, one function for both players, and a window that is
handed on in a list; the table is asked by get."""

from math import inf


class Entry:
    def __init__(self, least, most):
        self.least = least
        self.most = most

    def answer(self, alpha, beta):
        if self.least == self.most:
            return self.least
        if self.least >= beta:
            return self.least
        if self.most <= alpha:
            return self.most
        return None


def transpositions_search(game, root):
    positions = dict()
    is_max = game.to_move(root) == "max"
    window, choice = [-inf, inf], None
    for action in game.actions(root):
        v = search(game, game.result(root, action), *window, positions, not is_max)
        if is_max and v > window[0]:
            window[0], choice = v, action
        if not is_max and v < window[1]:
            window[1], choice = v, action
    return choice


def max_value(game, state, alpha, beta, table):
    return search(game, state, alpha, beta, table, True)


def min_value(game, state, alpha, beta, table):
    return search(game, state, alpha, beta, table, False)


def search(game, state, alpha, beta, table, is_max):
    entry = table.get(state)
    answer = entry and entry.answer(alpha, beta)
    if answer is not None:
        return answer
    if game.is_terminal(state):
        return game.utility(state)
    best, window = -inf if is_max else inf, [alpha, beta]
    for action in game.actions(state):
        v = search(game, game.result(state, action), *window, table, not is_max)
        if is_max:
            best = max(best, v)
            window[0] = max(window[0], v)
        else:
            best = min(best, v)
            window[1] = min(window[1], v)
        if window[0] >= window[1]:
            break
    table[state] = Entry(-inf if best <= alpha else best, inf if best >= beta else best)
    return best
