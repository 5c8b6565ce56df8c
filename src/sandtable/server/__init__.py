"""Matches between people and bots: rooms, sockets, clocks, lobby, sealed dice."""
