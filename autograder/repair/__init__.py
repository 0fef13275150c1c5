"""The smallest edits of a program after which its tests are right; knows no kind."""
