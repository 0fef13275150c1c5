# A state is a text: the piles, smallest first, and a or b for who moves.


def initial_state():
    return "22a"


def to_move(state):
    return "max" if state[-1] == "a" else "min"


def actions(state):
    return {(int(pile), left) for pile in state[:-1] for left in range(int(pile))}


def result(state, action):
    if action not in actions(state):
        raise ValueError("no such action")
    size, left = action
    piles = state[:-1].replace(str(size), str(left), 1)
    return "".join(sorted(piles)) + ("b" if state[-1] == "a" else "a")


def is_terminal(state):
    return state.startswith("00")


def utility(state, player):
    return 1 if to_move(state) == player else -1
