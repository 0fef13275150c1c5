from functools import partial


def rounds_search(game, state, rounds):
    return max(
        game.actions(state),
        key=lambda a: min_value(game, game.result(state, a), rounds),
    )


def max_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    if not rounds:
        return game.evaluate(state)
    return max(min_value(game, s, rounds) for _, s in game.successors(state))


def min_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    follow = partial(value, game, rounds - 1)
    return min(follow(s) for _, s in game.successors(state))


def value(game, rounds, state):
    return (max_value if game.to_move(state) == "max" else min_value)(
        game, state, rounds
    )
