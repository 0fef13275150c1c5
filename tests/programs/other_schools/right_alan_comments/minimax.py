##############################################################
#  MINIMAX  --  homework 2                                   #
##############################################################

# some constants so that the code is readable
MAX_PLAYER = "max"
POSITIVE_INFINITY = float("inf")
NEGATIVE_INFINITY = float("-inf")


def minimax_search(game, state):
    # remember the best action that we have seen so far
    best_action = None
    # remember how good it was; None means we have not seen any
    best_value = None
    # whose turn is it at the root?
    root_player = game.to_move(state)
    for action, child in game.successors(state):
        # value of the child
        child_value = value_of(game, child)
        # is it better?
        if best_value is None:
            is_better = True  # the first is always better than nothing
        elif root_player == MAX_PLAYER:
            is_better = child_value > best_value
        else:
            is_better = child_value < best_value
        # if so, remember it
        if is_better:
            best_action = action
            best_value = child_value
    return best_action


def value_of(game, state):
    # dispatch on the player
    if game.to_move(state) == MAX_PLAYER:
        return max_value(game, state)
    return min_value(game, state)


def max_value(game, state):
    # base case
    if game.is_terminal(state):
        return game.utility(state)
    # recursive case
    result = NEGATIVE_INFINITY
    for action, child in game.successors(state):
        child_value = value_of(game, child)
        if child_value > result:
            result = child_value
    return result


def min_value(game, state):
    # base case
    if game.is_terminal(state):
        return game.utility(state)
    # recursive case
    result = POSITIVE_INFINITY
    for action, child in game.successors(state):
        child_value = value_of(game, child)
        if child_value < result:
            result = child_value
    return result
