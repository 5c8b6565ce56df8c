"""What outlives the process: append-only inputs, matches, accounts.  SQLite by default, PostgreSQL by URL."""
