"""pytest as the runner: a test for each tree, and instructors' own."""
