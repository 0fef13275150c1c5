raise SystemExit("not the grader's")
