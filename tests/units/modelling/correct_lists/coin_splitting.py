# A state is a tuple: whose turn it is, and the piles, smallest first.


def initial_state():
    return ("max", 7)


def to_move(state):
    return state[0]


def actions(state):
    moves = set()
    for pile in state[1:] if not is_terminal(state) else ():
        for part in range(1, pile):
            rest = pile - part
            if part >= rest and part % rest == 0:
                moves.add((part, rest))
    return moves


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    mover, *piles = state
    piles.remove(sum(action))
    piles += action
    return ("min" if mover == "max" else "max", *sorted(piles))


def is_terminal(state):
    return not any(pile > 2 for pile in state[1:])


def utility(state, player):
    return {True: 1, False: -1}[player == state[0]]
