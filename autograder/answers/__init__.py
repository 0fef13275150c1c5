"""What is right on each tree: the checked-in answers, and the reference behind them."""
