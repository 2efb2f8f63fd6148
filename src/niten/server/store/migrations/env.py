"""Run by Alembic; the connection and its transaction are the caller's."""

from alembic import context

from niten.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)  # fmt: skip
context.run_migrations()
