"""Whole games on one machine: the stage they are played on, by program players and by people (`pbem play`)."""
