"""Each level of the tree takes one from the depth, those of chance too."""


def search(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return max(search(game, s, depth - 1) for _, s in game.successors(state))
    return sum(p * search(game, s, depth - 1) for p, s in game.outcomes(state))


def max_value(game, state, depth):
    return search(game, state, depth)


def exp_value(game, state, depth):
    return search(game, state, depth)


def depth_limited_expectimax_search(game, state, depth):
    return max(
        game.actions(state),
        key=lambda action: search(game, game.result(state, action), depth - 1),
    )
