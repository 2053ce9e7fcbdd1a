"""Why an entry stands in the log. Of those that are there it was not recorded."""

import sqlalchemy as sa
from alembic import op

revision = "v0018"
down_revision = "v0017"


def upgrade() -> None:
    op.add_column("entry", sa.Column("cause", sa.JSON(), nullable=True))
