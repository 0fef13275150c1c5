class Line:
    """A value and the moves that lead to it."""

    def __init__(self, value, moves):
        self.value = value
        self.moves = moves

    def getValue(self):
        return self.value

    def getMoves(self):
        return self.moves

    def add(self, move):
        self.moves.append(move)
        return self


def bestLine(game, state):
    if game.is_terminal(state):
        return Line(game.utility(state), [])
    isMax = game.to_move(state) == "max"
    best = None
    bestAction = None
    for action, child in game.successors(state):
        line = bestLine(game, child)
        if best is None:
            isBetter = True
        elif isMax:
            isBetter = line.getValue() > best.getValue()
        else:
            isBetter = line.getValue() < best.getValue()
        if isBetter:
            best = line
            bestAction = action
    return best.add(bestAction)


def minimax(game, state):
    return bestLine(game, state).getValue()


def principal_variation(game, state):
    return bestLine(game, state).getMoves()
