inf = float("inf")
