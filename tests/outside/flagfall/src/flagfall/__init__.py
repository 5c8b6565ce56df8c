"""Flagfall: hidden ranks on a small board, and a flag to find."""
