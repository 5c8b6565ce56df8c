"""LEADERS: world powers on an open map, each with a secret headquarters."""
