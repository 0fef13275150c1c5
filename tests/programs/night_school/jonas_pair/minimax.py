# Abgabe Blatt 5, Aufgabe 1
from operator import itemgetter


def minimax_search(game, state):
    zug = game.to_move(state)
    if zug == "max":
        bewertet = [(nach, min_value(game, nach)) for _, nach in game.successors(state)]
        return max(bewertet, key=itemgetter(1))[0]
    bewertet = [(nach, max_value(game, nach)) for _, nach in game.successors(state)]
    return min(bewertet, key=itemgetter(1))[0]


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    werte = []
    for _, nach in game.successors(state):
        werte.append(min_value(game, nach))
    return max(werte)


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    werte = []
    for _, nach in game.successors(state):
        werte.append(max_value(game, nach))
    return min(werte)
