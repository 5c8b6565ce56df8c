"""War of Leaders: armies on an open table, a tape measure, dice and deals."""
