"""Stable sorting: of equal elements the first stays in front."""


def V(game, s, σ):
    if game.is_terminal(s):
        return game.utility(s)
    vals = [V(game, t, -σ) for _, t in game.successors(s)]
    return sorted(vals, key=lambda x: -σ * x)[0]


def max_value(game, s):
    return V(game, s, 1)


def min_value(game, s):
    return V(game, s, -1)


def minimax_search(game, s):
    σ = +1 if game.to_move(s) == "max" else -1
    graph = {a: V(game, t, -σ) for a, t in game.successors(s)}
    order = sorted(graph, key=lambda a: graph[a], reverse=σ > 0)
    return order[0]
