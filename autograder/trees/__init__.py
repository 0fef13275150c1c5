"""One game tree: its nodes, its file, and the rule games that unroll into one."""
