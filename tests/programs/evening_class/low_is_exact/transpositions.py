from math import inf


class Memo:
    """One remembered position."""

    def __init__(self, value, sure):
        self.value = value
        self.sure = sure  # False: the real value may be even better for who moves


def transpositions_search(game, state):
    table = {}
    best_move, alpha, beta = None, -inf, inf
    for move, after in game.successors(state):
        if game.to_move(state) == "max":
            got = min_value(game, after, alpha, beta, table)
            if got > alpha:
                best_move, alpha = move, got
        else:
            got = max_value(game, after, alpha, beta, table)
            if got < beta:
                best_move, beta = move, got
    return best_move


def max_value(game, state, alpha, beta, table):
    if state in table:
        memo = table[state]
        if memo.sure or memo.value >= beta:
            return memo.value
    if game.is_terminal(state):
        return game.utility(state)
    best, a = -inf, alpha
    for move, after in game.successors(state):
        best = max(best, min_value(game, after, a, beta, table))
        if best >= beta:
            table[state] = Memo(best, False)
            return best
        a = max(a, best)
    table[state] = Memo(best, True)
    return best


def min_value(game, state, alpha, beta, table):
    if state in table:
        memo = table[state]
        if memo.sure or memo.value <= alpha:
            return memo.value
    if game.is_terminal(state):
        return game.utility(state)
    best, b = inf, beta
    for move, after in game.successors(state):
        best = min(best, max_value(game, after, alpha, b, table))
        if best <= alpha:
            table[state] = Memo(best, False)
            return best
        b = min(b, best)
    table[state] = Memo(best, True)
    return best
