"""Runs the steps on the connection that it is given; a command line has nothing to do with it."""

from alembic import context

from napwidgets.shared.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
