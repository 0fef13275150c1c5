"""What stands around a submission: layers put up from inside, and the sweeping up."""
