"""A search by playouts on trees: its tests run, told, and taught from."""
