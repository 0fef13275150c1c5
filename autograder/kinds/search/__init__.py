"""A search on a tree: its tests run, told, and taught from."""
