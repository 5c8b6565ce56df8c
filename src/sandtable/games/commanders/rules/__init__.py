"""The rules, a file per chapter of rulebook.md."""
