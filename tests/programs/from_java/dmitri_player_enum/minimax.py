import math


class Player:
    MAX = "MAX"
    MIN = "MIN"


class Move:
    def __init__(self, action, value):
        self.action = action
        self.value = value

    def getAction(self):
        return self.action

    def getValue(self):
        return self.value


def minimax_search(game, state):
    moves = []
    isMaxTurn = game.to_move(state) == Player.MAX
    for action, nextState in game.successors(state):
        v = min_value(game, nextState) if isMaxTurn else max_value(game, nextState)
        moves.append(Move(action, v))
    best = moves[0]
    for move in moves:
        if isMaxTurn:
            if move.getValue() > best.getValue():
                best = move
        else:
            if move.getValue() < best.getValue():
                best = move
    return best.getAction()


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for action, nextState in game.successors(state):
        v2 = min_value(game, nextState)
        if v2 > v:
            v = v2
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for action, nextState in game.successors(state):
        v2 = max_value(game, nextState)
        if v2 < v:
            v = v2
    return v
