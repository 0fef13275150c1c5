def expectiminimax_search(game, state):
    pairs = [(evaluate(game, s), a) for a, s in game.successors(state)]
    values = [v for v, _ in pairs]
    goal = max(values) if game.to_move(state) == "max" else min(values)
    return pairs[values.index(goal)][1]


def evaluate(game, state):
    return VALUE_OF[game.to_move(state)](game, state)


def children(game, state):
    yield from (evaluate(game, game.result(state, a)) for a in game.actions(state))


def max_value(game, state):
    return game.utility(state) if game.is_terminal(state) else max(children(game, state))


def min_value(game, state):
    return game.utility(state) if game.is_terminal(state) else min(children(game, state))


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return sum(p * evaluate(game, s) for p, s in game.outcomes(state))


VALUE_OF = {"max": max_value, "min": min_value, "chance": exp_value}
