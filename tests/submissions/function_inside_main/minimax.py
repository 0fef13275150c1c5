if __name__ == "__main__":

    def max_value(game, state):
        return 0

    def min_value(game, state):
        return 0

    def minimax_search(game, state):
        return None
