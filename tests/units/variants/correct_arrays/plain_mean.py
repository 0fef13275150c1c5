"""Recursion; each node is a list of mean, count and children, and means turn in negamax."""


def plain_mean_search(game, state, iterations):
    root = [0.0, 0, {}]
    for _ in range(iterations):
        iterate(game, state, root)
    counts = {action: node[1] for action, node in root[2].items()}
    return max(counts, key=counts.get)


def iterate(game, state, node):
    """One iteration from here; what it came to for MAX."""
    below = node[2]
    if game.is_terminal(state):
        return game.playout(state)
    moves = game.actions(state)
    if len(below) < len(moves):
        action = moves[len(below)]
        child = below[action] = [0.0, 0, {}]
        payoff = game.playout(game.result(state, action))
    else:
        action, child = max(below.items(), key=lambda pair: pair[1][0])
        payoff = iterate(game, game.result(state, action), child)
    own = payoff if game.to_move(state) == "max" else -payoff
    child[1] += 1
    child[0] += (own - child[0]) / child[1]
    return payoff
