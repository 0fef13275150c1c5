raise SystemExit("an __init__.py was run")
