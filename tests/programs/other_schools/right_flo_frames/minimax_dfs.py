class Frame:
    __slots__ = ("state", "parent", "value", "open")

    def __init__(self, state, parent):
        self.state, self.parent, self.value, self.open = state, parent, None, False


def minimax_dfs(game, root):
    top = Frame(root, None)
    frames = [top]
    while frames:
        frame = frames[-1]
        if game.is_terminal(frame.state):
            frame.value = game.utility(frame.state)
        elif not frame.open:
            frame.open = True
            frames.extend(Frame(s, frame) for _, s in reversed(game.successors(frame.state)))
            continue
        frames.pop()
        if frame.parent is not None:
            up = frame.parent
            mover = game.to_move(up.state)
            worst = float("-inf") if mover == "max" else float("inf")
            up.value = backup1(mover, worst if up.value is None else up.value, frame.value)
    return top.value


def backup1(mover, parent_value, child_value):
    pick = {"max": max, "min": min}[mover]
    return pick(parent_value, child_value)
