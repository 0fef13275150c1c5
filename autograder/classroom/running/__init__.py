"""Grading many submissions: what is to be graded, and the processes that do it."""
