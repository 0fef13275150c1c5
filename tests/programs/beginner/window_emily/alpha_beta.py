import math

# Emily, CS1 project 3
# alpha = best for max, beta = best for min


def alpha_beta_search(game, state):
    if game.to_move(state) == "max":
        return best_action_for_max(game, state)
    else:
        return best_action_for_min(game, state)


def best_action_for_max(game, state):
    alpha = -math.inf
    beta = math.inf
    best_action_so_far = None
    for action in game.actions(state):
        next_state = game.result(state, action)
        value = min_value(game, next_state, alpha, beta)
        if best_action_so_far == None or value > alpha:
            best_action_so_far = action
            alpha = value
    return best_action_so_far


def best_action_for_min(game, state):
    alpha = -math.inf
    beta = math.inf
    best_action_so_far = None
    for action in game.actions(state):
        next_state = game.result(state, action)
        value = max_value(game, next_state, alpha, beta)
        if best_action_so_far == None or value < beta:
            best_action_so_far = action
            beta = value
    return best_action_so_far


def max_value(game, state, alpha, beta):
    # base case of the recursion
    if game.is_terminal(state):
        return game.utility(state)
    biggest = -math.inf
    for action in game.actions(state):
        next_state = game.result(state, action)
        value = min_value(game, next_state, alpha, beta)
        if value > biggest:
            biggest = value
        # min will not let us come here
        if biggest >= beta:
            return alpha
        if biggest > alpha:
            alpha = biggest
    return biggest


def min_value(game, state, alpha, beta):
    # base case of the recursion
    if game.is_terminal(state):
        return game.utility(state)
    smallest = math.inf
    for action in game.actions(state):
        next_state = game.result(state, action)
        value = max_value(game, next_state, alpha, beta)
        if value < smallest:
            smallest = value
        # max will not let us come here
        if smallest <= alpha:
            return smallest
        if smallest < beta:
            beta = smallest
    return smallest
