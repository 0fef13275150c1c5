"""A game that students write: its lines walked, told, and taught from."""
