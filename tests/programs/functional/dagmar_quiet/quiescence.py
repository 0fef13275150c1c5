from functools import partial


def quiescence_search(game, state, depth):
    value = partial(_value, game, depth=depth - 1)
    pick = min if game.to_move(state) == "min" else max
    return pick(game.successors(state), key=lambda pair: value(pair[1]))[0]


def _value(game, state, depth):
    return (max_value if game.to_move(state) == "max" else min_value)(
        game, state, depth
    )


def _search(pick, game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if game.is_quiet(state) and not depth > 0:
        return game.evaluate(state)
    return pick([_value(game, child, depth - 1) for _, child in game.successors(state)])


max_value = partial(_search, max)
min_value = partial(_search, min)
