def leaves(moves, plies):
    return moves**plies
