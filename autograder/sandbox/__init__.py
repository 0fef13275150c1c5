"""The grader's side of a worker: to start it, to talk about one tree, to end it."""
