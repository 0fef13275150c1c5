"""The reference's programs as their functions: mixed, edited, and run."""
