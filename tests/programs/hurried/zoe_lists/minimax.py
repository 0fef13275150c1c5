def scores_of(game, board, f):
    # first all the boards, then the scores
    boards = [game.result(board, m) for m in game.actions(board)]
    return [f(game, b) for b in boards]


def max_value(game, state):
    if not game.is_terminal(state):
        return sorted(scores_of(game, state, min_value), reverse=True)[0]
    return game.utility(state)


def min_value(game, state):
    if not game.is_terminal(state):
        return sorted(scores_of(game, state, max_value))[0]
    return game.utility(state)


def minimax_search(game, state):
    moves = game.actions(state)
    if game.to_move(state) == "min":
        scores = scores_of(game, state, max_value)
        return moves[scores.index(min(scores))]
    scores = scores_of(game, state, min_value)
    return moves[scores.index(max(scores))]
