"""Alembic runs inside the transaction of ``Database.open``."""

from alembic import context

from sandtable.store.database import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
