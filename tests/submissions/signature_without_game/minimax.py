def minimax_search(state):
    return max(state.actions(), key=lambda a: min_value(state.result(a)))


def max_value(state):
    if state.is_terminal():
        return state.utility()
    return max(min_value(s) for _, s in state.successors())


def min_value(state):
    if state.is_terminal():
        return state.utility()
    return min(max_value(s) for _, s in state.successors())
