"""Selects by U alone: the sum, not the mean."""


def plain_mean_search(game, state, iterations):
    N, U, kids = {}, {}, {state: []}
    for _ in range(iterations):
        path = [state]
        while kids[path[-1]] and len(kids[path[-1]]) == len(game.actions(path[-1])):
            path.append(max(kids[path[-1]], key=U.get))
        here = path[-1]
        if not game.is_terminal(here):
            child = game.result(here, game.actions(here)[len(kids[here])])
            kids[here].append(child)
            kids[child], N[child], U[child] = [], 0, 0
            path.append(child)
        payoff = game.playout(path[-1])
        for above, node in zip(path, path[1:]):
            N[node] += 1
            U[node] += payoff if game.to_move(above) == "max" else -payoff
    counts = [N[child] for child in kids[state]]
    return game.actions(state)[counts.index(max(counts))]
