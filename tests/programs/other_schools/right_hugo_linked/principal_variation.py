def principal_variation(game, state):
    actions, here = [], state
    while not game.is_terminal(here):
        ranked = [(minimax(game, s), a, s) for a, s in game.successors(here)]
        worths = [w for w, _, _ in ranked]
        target = max(worths) if game.to_move(here) == "max" else min(worths)
        _, action, here = ranked[worths.index(target)]
        actions.append(action)
    return actions


def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    pick = max if game.to_move(state) == "max" else min
    return pick(minimax(game, s) for _, s in game.successors(state))
