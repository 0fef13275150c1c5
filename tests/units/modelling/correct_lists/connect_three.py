# A state is a list of three rows, the highest first.


def initial_state():
    return [[0] * 4 for _ in range(3)]


def to_move(state):
    return "max" if sum(map(sum, state)) == 0 else "min"  # X is 1 and O is -1


def at(state, row, col):
    return state[row][col] if 0 <= row < 3 and 0 <= col < 4 else 0


def winner(state):
    for row in range(3):
        for col in range(4):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = sum(at(state, row + i * down, col + i * right) for i in range(3))
                if abs(line) == 3:
                    return line // 3
    return 0


def is_terminal(state):
    return winner(state) != 0 or 0 not in state[0]


def actions(state):
    if is_terminal(state):
        return []
    return [col for col in range(4) if state[0][col] == 0]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    after = [row[:] for row in state]
    row = max(row for row in range(3) if state[row][action] == 0)
    after[row][action] = 1 if to_move(state) == "max" else -1
    return after


def utility(state, player):
    return winner(state) if player == "max" else -winner(state)
