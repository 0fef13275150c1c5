from dataclasses import dataclass, field

COLUMNS, ROWS = 4, 3


@dataclass
class Board:
    heights: list = field(default_factory=lambda: [0] * COLUMNS)
    marks: dict = field(default_factory=dict)
    winner: str = ""

    @property
    def mover(self):
        return "min" if len(self.marks) % 2 else "max"

    def line(self, col, row, right, up):
        steps = range(-2, 3)
        mark = self.marks[col, row]
        run = best = 0
        for i in steps:
            same = self.marks.get((col + i * right, row + i * up)) == mark
            run = run + 1 if same else 0
            best = max(best, run)
        return best >= 3

    def dropped(self, col):
        row = self.heights[col]
        marks = {**self.marks, (col, row): self.mover}
        heights = [h + (c == col) for c, h in enumerate(self.heights)]
        after = Board(heights, marks)
        if any(after.line(col, row, *s) for s in ((1, 0), (0, 1), (1, 1), (1, -1))):
            after.winner = self.mover
        return after


def initial_state():
    return Board()


def to_move(state):
    return state.mover


def is_terminal(state):
    return state.winner != "" or len(state.marks) == COLUMNS * ROWS


def actions(state):
    if is_terminal(state):
        return []
    return [col for col in range(COLUMNS) if state.heights[col] < ROWS]


def result(state, action):
    if action not in actions(state):
        raise ValueError(action)
    return state.dropped(action)


def utility(state, player):
    if not state.winner:
        return 0
    return 1 if state.winner == player else -1
