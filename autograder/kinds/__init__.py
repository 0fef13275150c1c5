"""The kinds of questions: how each is asked, graded, and made ready for both zips."""
