"""How the mail servers and the work itself do: since when they fail, why, and who was told."""

import sqlalchemy as sa
from alembic import op

revision = "v0016"
down_revision = "v0015"


def upgrade() -> None:
    op.create_table(
        "service",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("last_ok", sa.String(), nullable=True),
        sa.Column("failing_since", sa.String(), nullable=True),
        sa.Column("error", sa.String(), nullable=False),
        sa.Column("error_at", sa.String(), nullable=True),
        sa.Column("told", sa.String(), nullable=True),
        sa.Column("last_told", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_service"),
    )
