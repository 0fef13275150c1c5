class TimeIsUp(Exception):
    pass


def descend(game, state, maximizing, depth, horizon):
    """(value, action), from a stack of [state, maximizing, left, value, action, pending]."""
    value, stack, enter = None, [], (state, maximizing, depth)
    action = None
    while True:
        if enter:
            state, maximizing, depth = enter
            enter = None
            if game.time_is_up():
                raise TimeIsUp
            if game.is_terminal(state):
                value = game.utility(state)
            elif depth == 0:
                horizon.append(state)
                value = game.evaluate(state)
            else:
                stack.append([maximizing, depth, list(game.successors(state)), None, None, None])
                value = None
        if not stack:
            return value, action
        top = stack[-1]
        if value is not None and (top[3] is None or (value > top[3] if top[0] else value < top[3])):
            top[3], top[4] = value, top[5]
        if top[2]:
            top[5], child = top[2].pop(0)
            enter, value = (child, not top[0], top[1] - 1), None
        else:
            value, action = top[3], top[4]
            stack.pop()


def max_value(game, state, depth, horizon):
    return descend(game, state, True, depth, horizon)[0]


def min_value(game, state, depth, horizon):
    return descend(game, state, False, depth, horizon)[0]


def best_action(game, state, depth, horizon):
    return descend(game, state, game.to_move(state) == "max", depth, horizon)[1]


def iterative_deepening_search(game, state):
    best, depth, horizon = game.actions(state)[0], 1, [state]
    while horizon:
        horizon = []
        try:
            best = best_action(game, state, depth, horizon)
        except TimeIsUp:
            break
        depth += 1
    return best
