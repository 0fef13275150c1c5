"""Minimax with a memo, since positions come again."""


def minimax_search(game, state):
    pick = max if game.to_move(state) == "max" else min
    return pick(
        game.actions(state), key=lambda a: value(game, game.result(state, a))
    )


def max_value(game, state):
    return value(game, state)


def min_value(game, state):
    return value(game, state)


def value(game, state, memo={}):
    if (key := str(state)) not in memo:
        memo[key] = (
            game.utility(state)
            if game.is_terminal(state)
            else (max if game.to_move(state) == "max" else min)(
                value(game, child) for _, child in game.successors(state)
            )
        )
    return memo[key]
