def search(game, node, player):
    if game.is_terminal(node):
        return game.utility(node)
    nxt = "min" if player == "max" else "max"
    scores = [search(game, game.result(node, m), nxt) for m in game.actions(node)]
    scores.sort(key=str)
    return scores[-1] if player == "max" else scores[0]


def max_value(game, state):
    return search(game, state, "max")


def min_value(game, state):
    return search(game, state, "min")


def minimax_search(game, state):
    player = game.to_move(state)
    nxt = "min" if player == "max" else "max"
    moves = list(game.actions(state))
    moves.sort(key=lambda m: search(game, game.result(state, m), nxt), reverse=player == "max")
    return moves[0]
