# code from pacman minimax, 2 agents
numAgents = 2


class Actions:
    STOP = None


def minimax(game, gameState, depth, agentIndex):
    """returns [score, action]"""
    if game.is_terminal(gameState):
        return [game.utility(gameState), Actions.STOP]
    result = []
    nextAgent = (agentIndex + 1) % numAgents
    for action in game.actions(gameState):
        nxt = minimax(game, game.result(gameState, action), depth + 1, nextAgent)
        if not result:
            result = [nxt[0], action]
        else:
            previous = result[0]
            if agentIndex == 0 and nxt[0] > previous:
                result = [nxt[0], action]
            elif agentIndex != 0 and nxt[0] < previous:
                result = [nxt[0], action]
    return result


def minimax_search(game, state):
    agentIndex = ["max", "min"].index(game.to_move(state))
    return minimax(game, state, 0, agentIndex)[1]


def max_value(game, state):
    return minimax(game, state, 0, 0)[0]


def min_value(game, state):
    return minimax(game, state, 0, 1)[0]
