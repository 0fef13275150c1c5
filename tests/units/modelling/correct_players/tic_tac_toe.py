"""Players are made with the first state, know each other, and the turn is one of them.

Nothing says when states are equal. Squares are a dict, the free ones a bare object.
"""

FREE = object()


class Player:
    def __init__(self, name):
        self.name = name
        self.opponent = None
        self.games = []


class State:
    def __init__(self, squares, players, turn):
        self.squares, self.players, self.turn = squares, players, turn


def initial_state():
    one, two = Player("max"), Player("min")
    one.opponent, two.opponent = two, one
    state = State({(r, c): FREE for r in range(3) for c in range(3)}, [one, two], one)
    one.games.append(state)
    two.games.append(state)
    return state


def to_move(state):
    assert any(state.turn is player for player in state.players)
    return state.turn.name


def actions(state):
    if is_terminal(state):
        return set()
    return {place for place, owner in state.squares.items() if owner is FREE}


def result(state, action):
    if state.squares.get(action) is not FREE or is_terminal(state):
        raise ValueError(action)
    squares = {**state.squares, action: state.turn}
    return State(squares, state.players, state.turn.opponent)


def has_line(state, player):
    own = {place for place, owner in state.squares.items() if owner is player}
    rows = [{(r, c) for c in range(3)} for r in range(3)]
    columns = [{(r, c) for r in range(3)} for c in range(3)]
    diagonals = [{(i, i) for i in range(3)}, {(i, 2 - i) for i in range(3)}]
    return any(line <= own for line in rows + columns + diagonals)


def is_terminal(state):
    is_full = all(owner is not FREE for owner in state.squares.values())
    return is_full or any(has_line(state, player) for player in state.players)


def utility(state, player):
    one = next(each for each in state.players if each.name == player)
    return has_line(state, one) - has_line(state, one.opponent)
