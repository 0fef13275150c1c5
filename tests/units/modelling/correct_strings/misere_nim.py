# A state is a text: the three piles, and a or b for who moves.


def initial_state():
    return "122a"


def to_move(state):
    return {"a": "max", "b": "min"}[state[3]]


def actions(state):
    moves = []
    for pile in range(3):
        for left in range(int(state[pile])):
            moves.append((pile, left))
    return moves


def result(state, action):
    pile, left = action
    if not (0 <= pile < 3 and 0 <= left < int(state[pile])):
        raise ValueError(f"{action} in {state}")
    piles = state[:pile] + str(left) + state[pile + 1 : 3]
    return piles + ("b" if state[3] == "a" else "a")


def is_terminal(state):
    return state[:3] == "000"


def utility(state, player):
    winner = to_move(state)
    if player == winner:
        return 1
    return -1
