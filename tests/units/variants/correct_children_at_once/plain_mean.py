# every child gets a node when its parent is expanded; the mean of an untried one is inf
def mean(total, count):
    return total / count if count else float("inf")


def plain_mean_search(game, state, iterations):
    N, W, kids = {state: 0}, {state: 0}, {}
    for _ in range(iterations):
        path = [state]
        while N[path[-1]] > 0 or len(path) == 1:
            here = path[-1]
            if here not in kids:
                kids[here] = [child for _, child in game.successors(here)]
                for child in kids[here]:
                    N[child] = W[child] = 0
            if not kids[here]:
                break
            means = [mean(W[child], N[child]) for child in kids[here]]
            path.append(kids[here][means.index(max(means))])
        result = game.playout(path[-1])
        for above, here in zip(path, path[1:]):
            N[here] += 1
            W[here] += result if game.to_move(above) == "max" else -result
    visits = [N[child] for child in kids[state]]
    return game.actions(state)[visits.index(max(visits))]
