"""Prints at each call; what `expected` returns is right."""


def expected(wins, losses, draws):
    print("wins", wins, "losses", losses, "draws", draws)
    return wins - losses
