"""The rules of LEADERS, a file per chapter of rulebook.md."""
