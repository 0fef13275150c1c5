"""Grades as tables: for people, and filled into the files of Canvas and Moodle."""
