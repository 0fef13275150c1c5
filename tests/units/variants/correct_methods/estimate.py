class Board:
    def __init__(self, text):
        self.rows = [text[:3], text[3:6], text[6:]]
        columns = ["".join(column) for column in zip(*self.rows)]
        diagonals = ["".join(self.rows[i][i] for i in range(3)), "".join(self.rows[i][2 - i] for i in range(3))]
        self.lines = self.rows + columns + diagonals

    def has_won(self, mark):
        return mark * 3 in self.lines

    def is_full(self):
        return all("." not in row for row in self.rows)

    def centre(self):
        return self.rows[1][1]


def estimate(board, player):
    board = Board(board)
    opponent = {"X": "O", "O": "X"}[player]
    if board.has_won(player):
        return 1.0
    if board.has_won(opponent):
        return -1.0
    if board.is_full():
        return 0.0
    return {player: 0.25, opponent: -0.25}.get(board.centre(), 0.0)
