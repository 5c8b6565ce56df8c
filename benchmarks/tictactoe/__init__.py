"""Tic-tac-toe as boardgame.io's tutorial has it, for the comparison of the servers."""
