"""The store of a class: written by one run, read for all that is made of it."""
