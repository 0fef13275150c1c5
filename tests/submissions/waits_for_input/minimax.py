def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    move = input("your move? ")
    return min_value(game, game.result(state, move))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))


def minimax_search(game, state):
    return input()
