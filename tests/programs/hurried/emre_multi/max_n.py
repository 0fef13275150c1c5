# minimax for n agents
def max_n(game, state):
    return _search(game, state)[0]


def max_n_search(game, state):
    return _search(game, state)[1]


def _search(game, gameState, depth=0):
    if game.is_terminal(gameState):
        return game.utility(gameState), None
    agentIndex = list(game.players()).index(game.to_move(gameState))
    best = None
    bestAction = None
    for action in game.actions(gameState):
        payoffs, _ = _search(game, game.result(gameState, action), depth + 1)
        if best is None or payoffs[agentIndex] > best[agentIndex]:
            best = payoffs
            bestAction = action
    return best, bestAction
