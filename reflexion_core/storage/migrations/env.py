"""Runs the migrations on the connection that the store hands over."""

from alembic import context

from reflexion_core.storage.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
