"""Many submissions at once: reading exports, grading all, the store and its outputs."""
