"""What students hand in: reading it safely, and staging what is needed of it."""
