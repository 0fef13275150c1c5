raise SystemExit("a sitecustomize.py was run")
