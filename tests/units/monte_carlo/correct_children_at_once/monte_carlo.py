# every child gets a node when its parent is expanded; untried ones have UCB1 = inf
import math


def ucb1(utility, playouts, parent_playouts, c=math.sqrt(2)):
    if playouts == 0:
        return float("inf")
    return utility / playouts + c * math.sqrt(math.log(parent_playouts) / playouts)


def mcts_search(game, state, iterations):
    N, W, kids, moved = {state: 0}, {state: 0.0}, {}, {}

    def expand(s):
        if s not in kids:
            kids[s] = list(game.successors(s))
            for _, t in kids[s]:
                N[t], W[t], moved[t] = 0, 0.0, game.to_move(s)

    expand(state)
    for _ in range(iterations):
        path = [state]
        while path[-1] in kids and kids[path[-1]]:
            s = path[-1]
            score = -float("inf")
            for _, t in kids[s]:
                value = ucb1(W[t], N[t], N[s])
                if value > score:
                    score, following = value, t
            path.append(following)
            if N[following] == 0:
                break
            expand(following)
        result = game.playout(path[-1])
        for s in path:
            N[s] += 1
            if s in moved:
                W[s] += result if moved[s] == "max" else -result
    best = None
    for action, t in kids[state]:
        if best is None or N[t] > N[best[1]]:
            best = action, t
    return best[0]
