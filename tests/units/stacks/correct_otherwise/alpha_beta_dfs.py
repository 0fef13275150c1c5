from collections import deque


class Entry:
    __slots__ = ("alpha", "best", "beta", "children", "parent", "state")

    def __init__(self, state, parent):
        self.state = state
        self.parent = parent
        self.children = None


def alpha_beta_dfs(game, root, alpha, beta):
    top = Entry(root, None)
    fringe = deque([top])
    while fringe:
        entry = fringe[-1]
        above = entry.parent
        if entry.children is None and above is not None and above.alpha >= above.beta:
            fringe.pop()
            continue
        if entry.children is None:
            entry.alpha, entry.beta = (above.alpha, above.beta) if above else (alpha, beta)
            entry.children = game.actions(entry.state)
            is_max = game.to_move(entry.state) == "max"
            entry.best = float("-inf") if is_max else float("inf")
            for action in reversed(entry.children):
                fringe.append(Entry(game.result(entry.state, action), entry))
            if entry.children:
                continue
            entry.best = game.utility(entry.state)
        fringe.pop()
        if above is None:
            break
        if game.to_move(above.state) == "max":
            above.best = max(above.best, entry.best)
            above.alpha = max(above.alpha, above.best)
        else:
            above.best = min(above.best, entry.best)
            above.beta = min(above.beta, above.best)
    return top.best
