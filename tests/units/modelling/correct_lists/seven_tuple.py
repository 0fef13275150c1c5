"""The parts in a list; the states in a list, found depth first."""


def game():
    states, actions, transition = [], {}, {}
    players, payoffs = {}, {}

    def visit(state):
        if state in states:
            return
        states.append(state)
        small, large, turn = state
        if large == 0:
            payoffs[state] = [1, -1] if turn == 1 else [-1, 1]
            return
        players[state] = "max" if turn == 1 else "min"
        actions[state] = []
        for pile, other in {(small, large), (large, small)}:
            for left in range(pile):
                below = (min(left, other), max(left, other), 3 - turn)
                actions[state] += [(pile, left)]
                transition[state, (pile, left)] = below
                visit(below)

    visit((2, 2, 1))
    return [players, states, (2, 2, 1), actions, transition, list(payoffs), payoffs]
