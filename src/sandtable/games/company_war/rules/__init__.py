"""The rules of Company War: a file per chapter of rulebook.md."""
