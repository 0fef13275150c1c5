import copy


# A state is a dict of lists.
def initial_state():
    return {"piles": [1, 2, 2], "moves": []}


def to_move(state):
    return "min" if len(state["moves"]) % 2 else "max"


def actions(state):
    found = []
    for i, pile in enumerate(state["piles"]):
        found.extend([i, left] for left in range(pile))
    return found


def result(state, action):
    if list(action) not in actions(state):
        raise ValueError(action)
    after = copy.deepcopy(state)
    after["piles"][action[0]] = action[1]
    after["moves"].append(action)
    return after


def is_terminal(state):
    return sum(state["piles"]) == 0


def utility(state, player):
    return 1 if to_move(state) == player else -1
