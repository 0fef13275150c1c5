from math import inf


def max_n_search(game, state):
    mover = game.to_move(state)
    most, choice = -inf, None
    for action, child in game.successors(state):
        payoff = payoffs_of(game, child)[mover]
        if payoff > most:
            most, choice = payoff, action
    return choice


def max_n(game, state):
    found = payoffs_of(game, state)
    return tuple(found[player] for player in game.players())


def payoffs_of(game, state):
    """What each player gets, by name."""
    if game.is_terminal(state):
        return {player: game.utility(state, player) for player in game.players()}
    mover = game.to_move(state)
    most = {mover: -inf}
    for _, child in game.successors(state):
        found = payoffs_of(game, child)
        if found[mover] > most[mover]:
            most = found
    return most
