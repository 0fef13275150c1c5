"""How many leaves a uniform tree has. Students never get this file."""


def leaves(moves, plies):
    return moves**plies
