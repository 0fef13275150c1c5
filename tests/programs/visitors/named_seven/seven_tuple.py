"""The seven parts are a namedtuple; who takes the last match loses."""

from collections import namedtuple

Game = namedtuple("Game", "players states initial actions transition terminals payoffs")
OTHER = {"max": "min", "min": "max"}


def moves(state):
    piles, _ = state
    return sorted({(size, left) for size in piles for left in range(size)})


def after(state, action):
    piles, mover = state
    size, left = action
    piles = list(piles)
    piles[piles.index(size)] = left
    return tuple(sorted(piles)), OTHER[mover]


def reachable(state):
    return {state}.union(*(reachable(after(state, action)) for action in moves(state)))


def game():
    initial = (2, 2), "max"
    states = reachable(initial)
    terminals = {state for state in states if not moves(state)}
    return Game(
        players={state: state[1] for state in states - terminals},
        states=states,
        initial=initial,
        actions={state: moves(state) for state in states - terminals},
        transition={(s, a): after(s, a) for s in states for a in moves(s)},
        terminals=terminals,
        payoffs={s: (1, -1) if s[1] == "max" else (-1, 1) for s in terminals},
    )
