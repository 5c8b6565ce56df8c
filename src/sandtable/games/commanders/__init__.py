"""Commanders: secret simultaneous orders on a field of nine sectors."""
