"""Sandtable plays, simulates and studies wargames of hidden information."""

__version__ = "0.1.0"
