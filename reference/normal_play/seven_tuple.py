"""II-Nim as Brown's 7-tuple: two piles of two, sorted; the last match wins."""

from __future__ import annotations

from typing import Any

State = tuple[tuple[int, ...], str]
Action = tuple[int, int]

OPTIONS = {"misere": False}
INITIAL: State = ((2, 2), "max")


def game() -> tuple[Any, ...]:
    """Players, states, initial state, actions, transition, terminals, payoffs."""
    states = reachable()
    going = {state for state in states if sum(state[0]) > 0}
    players = {state: state[1] for state in going}
    actions = {state: legal(state) for state in going}
    transition = {(s, a): after(s, a) for s in going for a in actions[s]}
    terminals = states - going
    payoffs = {state: paid(state) for state in terminals}
    return players, states, INITIAL, actions, transition, terminals, payoffs


def reachable() -> set[State]:
    """All states that lines of play come to."""
    states, waiting = {INITIAL}, [INITIAL]
    while waiting:
        state = waiting.pop()
        below = {after(state, action) for action in legal(state)}
        waiting += below - states
        states |= below
    return states


def legal(state: State) -> list[Action]:
    """The size of a pile, and how many it keeps; of piles of one size but one."""
    piles, _ = state
    return [(size, left) for size in set(piles) for left in range(size)]


def after(state: State, action: Action) -> State:
    """The piles with fewer, sorted, and the other player's turn."""
    piles, mover = state
    size, left = action
    kept = list(piles)
    kept.remove(size)
    kept.append(left)
    return tuple(sorted(kept)), "min" if mover == "max" else "max"


def paid(state: State) -> tuple[int, int]:
    """What MAX and MIN get: who took the last match has won."""
    _, mover = state
    return (1, -1) if mover == "min" else (-1, 1)
