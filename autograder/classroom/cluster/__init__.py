"""A class on many machines: its submissions go to the workers of a Dask cluster."""
