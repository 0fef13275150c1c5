def principal_variation(game, state):
    line = []
    while not game.is_terminal(state):
        values = [minimax(game, child) for _, child in game.successors(state)]
        action, state = game.successors(state)[values.index(max(values))]
        line.append(action)
    return line


def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    values = [minimax(game, child) for _, child in game.successors(state)]
    return max(values) if game.to_move(state) == "max" else min(values)
