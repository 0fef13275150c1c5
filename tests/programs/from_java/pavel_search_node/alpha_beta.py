INF = float("inf")


class SearchNode:
    def __init__(self, game, state):
        self.game = game
        self.state = state

    def isLeaf(self):
        return self.game.is_terminal(self.state)

    def getScore(self):
        return self.game.utility(self.state)

    def getChildren(self):
        children = []
        for action in self.game.actions(self.state):
            children.append(SearchNode(self.game, self.game.result(self.state, action)))
        return children

    def visitMax(self, alpha, beta):
        if self.isLeaf():
            return self.getScore()
        best = -INF
        for child in self.getChildren():
            score = child.visitMin(alpha, beta)
            if score > best:
                best = score
            if best >= beta:
                break  # beta cut
            alpha = best
        return best

    def visitMin(self, alpha, beta):
        if self.isLeaf():
            return self.getScore()
        best = INF
        for child in self.getChildren():
            score = child.visitMax(alpha, beta)
            if score < best:
                best = score
            if best <= alpha:
                break  # alpha cut
            beta = best
        return best


def max_value(game, state, alpha, beta):
    return SearchNode(game, state).visitMax(alpha, beta)


def min_value(game, state, alpha, beta):
    return SearchNode(game, state).visitMin(alpha, beta)


def alpha_beta_search(game, state):
    root = SearchNode(game, state)
    actions = game.actions(state)
    children = root.getChildren()
    alpha = -INF
    beta = INF
    bestIndex = 0
    if game.to_move(state) == "max":
        for i in range(len(children)):
            score = children[i].visitMin(alpha, beta)
            if score > alpha:
                alpha = score
                bestIndex = i
    else:
        for i in range(len(children)):
            score = children[i].visitMax(alpha, beta)
            if score < beta:
                beta = score
                bestIndex = i
    return actions[bestIndex]
