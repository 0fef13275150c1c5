"""What a result means: misconceptions, diagnosis, and the trees that show mistakes."""
