"""A tree as a picture and as text, with what was searched of it."""
