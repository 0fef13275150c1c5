"""One grading, from the opened submission to the finished report."""
