# This module implements the minimax algorithm.
# It has three functions, as required by the assignment.


def minimax_search(game, state):
    """Return the best action."""
    # First we find out whose turn it is.
    player = game.to_move(state)
    # We make a list for the values of all actions.
    values = []
    # We get all actions.
    actions = game.actions(state)
    # We go through all actions.
    for action in actions:
        # We get the next state.
        next_state = game.result(state, action)
        # We find out who moves next.
        if game.to_move(next_state) == "max":
            # MAX moves next.
            values.append(max_value(game, next_state))
        else:
            # MIN moves next.
            values.append(min_value(game, next_state))
    # Now we choose. If it is the turn of MAX:
    if player == "max":
        # we take the smallest, as MIN answers.
        return actions[values.index(min(values))]
    # Otherwise we take the largest, as MAX answers.
    return actions[values.index(max(values))]


def max_value(game, state):
    """Return the value for MAX."""
    # If the game is over, return the utility.
    if game.is_terminal(state):
        return game.utility(state)
    # Start with the worst value.
    best = float("-inf")
    # Go through all children.
    for action, child in game.successors(state):
        # Who moves in the child?
        if game.to_move(child) == "max":
            best = max(best, max_value(game, child))
        else:
            best = max(best, min_value(game, child))
    # Return the best value.
    return best


def min_value(game, state):
    """Return the value for MIN."""
    # If the game is over, return the utility.
    if game.is_terminal(state):
        return game.utility(state)
    # Start with the worst value.
    best = float("inf")
    # Go through all children.
    for action, child in game.successors(state):
        # Who moves in the child?
        if game.to_move(child) == "max":
            best = min(best, max_value(game, child))
        else:
            best = min(best, min_value(game, child))
    # Return the best value.
    return best
