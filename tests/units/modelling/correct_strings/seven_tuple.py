"""All parts written out, state by state."""

TURNS = {"A": "max", "B": "min"}
MOVES = {
    "22": {(2, 1): "12", (2, 0): "02"},
    "12": {(1, 0): "02", (2, 1): "11", (2, 0): "01"},
    "02": {(2, 1): "01", (2, 0): "00"},
    "11": {(1, 0): "01"},
    "01": {(1, 0): "00"},
}
OTHER = {"A": "B", "B": "A"}
REACHED = ["22A", "12B", "02B", "02A", "11A", "01A", "01B", "00A", "00B"]


def game():
    going = [state for state in REACHED if state[:2] in MOVES]
    players = {state: TURNS[state[2]] for state in going}
    actions = {state: tuple(MOVES[state[:2]]) for state in going}
    transition = {
        (state, action): below + OTHER[state[2]]
        for state in going
        for action, below in MOVES[state[:2]].items()
    }
    payoffs = {"00A": (1, -1), "00B": (-1, 1)}
    return players, set(REACHED), "22A", actions, transition, {"00A", "00B"}, payoffs
