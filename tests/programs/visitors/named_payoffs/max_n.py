from collections import namedtuple


def solve(game, state, Payoffs):
    if game.is_terminal(state):
        return Payoffs(*game.utility(state)), None
    me = game.players().index(game.to_move(state))
    best = None
    for action, child in game.successors(state):
        payoffs, _ = solve(game, child, Payoffs)
        if best is None or payoffs[me] > best[0][me]:
            best = payoffs, action
    return best


def of(game):
    return namedtuple("Payoffs", game.players())


def max_n(game, state):
    return solve(game, state, of(game))[0]


def max_n_search(game, state):
    return solve(game, state, of(game))[1]
