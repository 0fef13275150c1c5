raise SystemExit("random.py was run")
