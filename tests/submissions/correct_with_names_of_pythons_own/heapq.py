raise SystemExit("heapq.py was run")
