raise SystemExit("a conftest.py was run")
