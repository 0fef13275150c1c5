"""An array of nine cells and a counter."""

from array import array

WINS = (0x1C0, 0x038, 0x007, 0x124, 0x092, 0x049, 0x111, 0x054)


def initial_state():
    return array("B", [0] * 10)


def bits(s, mark):
    b = 0
    for i in range(9):
        b = b << 1 | (s[i] == mark)
    return b


def has_won(s, mark):
    b = bits(s, mark)
    for w in WINS:
        if b & w == w:
            return 1
    return 0


def to_move(s):
    return "min" if s[9] % 2 else "max"


def is_terminal(s):
    return bool(has_won(s, 1) or has_won(s, 2) or s[9] == 9)


def actions(s):
    out = []
    if not is_terminal(s):
        for i in range(9):
            if s[i] == 0:
                out.append((i // 3, i % 3))
    return out


def result(s, action):
    if action not in actions(s):
        raise ValueError(action)
    r, c = action
    t = s[:]
    t[3 * r + c] = 1 + s[9] % 2
    t[9] += 1
    return t


def utility(s, player):
    v = has_won(s, 1) - has_won(s, 2)
    return v if player == "max" else -v
