"""A state is a number: the turn, the small pile, the large pile, two bits each."""

FIRST = 0b00_10_10


def piles(state):
    return (state >> 2) & 3, state & 3


def moves(state):
    return [(size, left) for size in {*piles(state)} for left in range(size)]


def move(state, action):
    rest = [*piles(state)]
    rest.remove(action[0])
    small, large = sorted([*rest, action[1]])
    return (1 - (state >> 4)) << 4 | small << 2 | large


def game():
    states, level = {FIRST}, {FIRST}
    while level:
        below = {move(state, action) for state in level for action in moves(state)}
        level = below - states
        states |= level
    return (
        lambda state: ("max", "min")[state >> 4],
        states,
        FIRST,
        moves,
        move,
        lambda state: state & 15 == 0,
        lambda state: (-1, 1) if state >> 4 else (1, -1),
    )
