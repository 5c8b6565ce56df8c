"""A table in the terminal: what people see, what they may type, and what the table answers for them."""
