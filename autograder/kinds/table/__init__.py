"""A function on rows of arguments: its tests run, told, and taught from."""
