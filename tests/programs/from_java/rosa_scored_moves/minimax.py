class ScoredMove:
    def __init__(self, move, score):
        self.move = move
        self.score = score

    def getMove(self):
        return self.move

    def getScore(self):
        return self.score


def getScoredMoves(game, state, evaluator):
    scoredMoves = []
    for move in game.actions(state):
        scoredMoves.append(ScoredMove(move, evaluator(game, game.result(state, move))))
    return scoredMoves


def max_value(game, state):
    if not game.is_terminal(state):
        scoredMoves = getScoredMoves(game, state, min_value)
        return max(scoredMoves, key=ScoredMove.getScore).getScore()
    return game.utility(state)


def min_value(game, state):
    if not game.is_terminal(state):
        scoredMoves = getScoredMoves(game, state, max_value)
        # MIN's best is the worst for MAX
        return -max(-m.getScore() for m in scoredMoves)
    return game.utility(state)


def minimax_search(game, state):
    if game.to_move(state) == "min":
        scoredMoves = sorted(getScoredMoves(game, state, max_value), key=ScoredMove.getScore)
    else:
        scoredMoves = sorted(getScoredMoves(game, state, min_value), key=lambda m: -m.getScore())
    return scoredMoves[0].getMove()
