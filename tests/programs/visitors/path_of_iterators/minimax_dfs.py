from collections import deque
from operator import gt, lt

BETTER = {"max": gt, "min": lt}


def backup1(mover, parent_value, child_value):
    return child_value if BETTER[mover](child_value, parent_value) else parent_value


def minimax_dfs(game, root):
    """Only the path is kept: of each node on it the mover, its value, and who is left."""
    path = deque()
    state = root
    while True:
        if game.is_terminal(state):
            value = game.utility(state)
            while path:
                mover, best, rest = path.pop()
                value = value if best is None else backup1(mover, best, value)
                try:
                    state = next(rest)[1]
                except StopIteration:
                    continue
                path.append((mover, value, rest))
                break
            else:
                return value
        else:
            rest = iter(game.successors(state))
            path.append((game.to_move(state), None, rest))
            state = next(rest)[1]
