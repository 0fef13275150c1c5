"""The student's process: forking it, its one job, and the protocol that it speaks."""
