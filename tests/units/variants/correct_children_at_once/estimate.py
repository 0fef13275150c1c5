# knows nothing while the game goes on
def estimate(board, player):
    other = "O" if player == "X" else "X"
    lines = [board[i : i + 3] for i in (0, 3, 6)] + [board[i::3] for i in (0, 1, 2)]
    lines += [board[0::4], board[2:7:2]]
    return (player * 3 in lines) - (other * 3 in lines)
