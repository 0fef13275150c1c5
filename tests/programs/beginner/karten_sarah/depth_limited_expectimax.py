# Sarah, CS1, assignment 7
# The depth only goes down when MAX makes a move.


def depth_limited_expectimax_search(game, state, depth):
    all_actions = game.actions(state)
    all_values = []
    # first get all the values
    for i in range(len(all_actions)):
        next_state = game.result(state, all_actions[i])
        all_values.append(get_value(game, next_state, depth - 1))
    # then find the biggest value, from the back to the front
    best = len(all_values) - 1
    i = len(all_values) - 1
    while i >= 0:
        if all_values[i] >= all_values[best]:
            best = i
        i = i - 1
    return all_actions[best]


def get_value(game, state, depth):
    # game over
    if game.is_terminal(state):
        return game.utility(state)
    # no more depth
    if depth == 0:
        return game.evaluate(state)
    # go on searching
    if game.to_move(state) == "chance":
        total = 0
        weights = 0
        for pair in game.outcomes(state):
            probability = pair[0]
            next_state = pair[1]
            total = total + get_value(game, next_state, depth) * probability
            weights = weights + probability
        # the weights are always 1 together but just to be sure
        return total / weights
    else:
        best = None
        for action in game.actions(state):
            v = get_value(game, game.result(state, action), depth - 1)
            if best == None or v > best:
                best = v
        return best


def max_value(game, state, depth):
    return get_value(game, state, depth)


def exp_value(game, state, depth):
    return get_value(game, state, depth)
