"""Tic-Tac-Toe: the rules, and a player who makes no mistake."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """A board of three rows, nobody having moved."""
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    """X or O, whoever has the next turn."""
    raise NotImplementedError


def actions(board):
    """All moves that are possible on the board, each (i, j)."""
    raise NotImplementedError


def result(board, action):
    """The board that a move leads to; the one before it stays as it is."""
    raise NotImplementedError


def winner(board):
    """X or O, whoever has won; None if nobody has."""
    raise NotImplementedError


def terminal(board):
    """Whether the game is over."""
    raise NotImplementedError


def utility(board):
    """1 if X has won, -1 if O has, else 0."""
    raise NotImplementedError


def minimax(board):
    """The best action of the player to move; None where the game is over."""
    raise NotImplementedError
