from collections import deque


def solve(game, root):
    """(payoffs, action): dictionaries by name are backed up along a stack."""
    stack = deque()
    enter, found, action = root, None, None
    while True:
        if enter is not None:
            if game.is_terminal(enter):
                found = dict(zip(game.players(), game.utility(enter)))
            else:
                stack.append([game.to_move(enter), deque(game.successors(enter)), None, None, None])
                found = None
            enter = None
        if not stack:
            return found, action
        mover, rest, best, choice, trying = stack[-1]
        if found is not None and (best is None or found[mover] > best[mover]):
            stack[-1][2:4] = found, trying
        if rest:
            stack[-1][4], enter = rest.popleft()
            found = None
        else:
            _, _, found, action, _ = stack.pop()


def max_n(game, state):
    return tuple(solve(game, state)[0].values())


def max_n_search(game, state):
    return solve(game, state)[1]
