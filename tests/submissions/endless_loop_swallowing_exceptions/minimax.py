def max_value(game, state):
    found = False
    while not found:
        try:
            found = state.children[0].value
        except:
            continue
    return found


def min_value(game, state):
    return max_value(game, state)


def minimax_search(game, state):
    return game.actions(state)[0]
