"""Picket: the exemplar.  Small, with every hard thing in it; docs/adding-a-game.md walks through it."""
