"""One function for both players, by the sign; the root's children are kept in a list."""


class Stop(Exception):
    pass


def iterative_deepening_search(game, state):
    sign = 1 if game.to_move(state) == "max" else -1
    children = list(game.successors(state))
    answer = children[0][0]
    depth = 1
    try:
        while True:
            horizon = []
            ranked = [
                (-negamax(game, child, depth - 1, -sign, horizon), -place, action)
                for place, (action, child) in enumerate(children)
            ]
            answer = max(ranked)[2]
            if not horizon:
                return answer
            depth += 1
    except Stop:
        return answer


def negamax(game, state, depth, sign, horizon):
    if game.time_is_up():
        raise Stop
    if game.is_terminal(state):
        return sign * game.utility(state)
    if depth == 0:
        horizon.append(state)
        return sign * game.evaluate(state)
    return max(
        -negamax(game, child, depth - 1, -sign, horizon)
        for _, child in game.successors(state)
    )


def max_value(game, state, depth, horizon):
    return negamax(game, state, depth, 1, horizon)


def min_value(game, state, depth, horizon):
    return -negamax(game, state, depth, -1, horizon)
