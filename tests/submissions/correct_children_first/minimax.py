from typing import List, Tuple


class Move:
    """A move and the position behind it."""

    def __init__(self, name, position):
        self.name = name
        self.position = position


def all_moves(game, state) -> List[Move]:
    return [Move(a, game.result(state, a)) for a in game.actions(state)]


def evaluate(game, state, is_max):
    # leaves are looked at before anything is called
    results: List[Tuple[float, Move]] = []
    for move in all_moves(game, state):
        if game.is_terminal(move.position):
            score = game.utility(move.position)
        elif is_max:
            score = min_value(game, move.position)
        else:
            score = max_value(game, move.position)
        results.append((score, move))
    return results


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(score for score, _ in evaluate(game, state, True))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(score for score, _ in evaluate(game, state, False))


def minimax_search(game, state):
    is_max = game.to_move(state) == "max"
    ranked = sorted(evaluate(game, state, is_max), key=lambda r: r[0], reverse=is_max)
    return ranked[0][1].name
