"""What waits until later: mails that a server does not take now, letters whose key cannot be looked up, notices."""

import sqlalchemy as sa
from alembic import op

revision = "v0013"
down_revision = "v0012"

NONE, ZERO = "", "0"
# Not the tables that it refers to, whose indexes on lower() cannot be reflected.
ALONE = {"resolve_fks": False}


def upgrade() -> None:
    with op.batch_alter_table("letter", recreate="always", reflect_kwargs=ALONE) as letter:
        letter.add_column(sa.Column("look_at", sa.String(), nullable=True), insert_before="raw")
        for name in ("answers", "typed"):  # an empty default is reflected as an expression
            letter.alter_column(name, server_default=NONE)
    with op.batch_alter_table("outgoing", recreate="always", reflect_kwargs=ALONE) as outgoing:
        outgoing.add_column(sa.Column("urgency", sa.Integer(), nullable=False, server_default=ZERO), insert_before="raw")
        outgoing.add_column(sa.Column("refused_since", sa.String(), nullable=True), insert_before="raw")
        outgoing.create_index("ix_outgoing_sent", ["sent"])
    op.create_table(
        "way_out",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("since", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt", sa.String(), nullable=False),
        sa.Column("last_error", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_way_out"),
    )
    op.create_table(
        "warned",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("warned", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("address", name="pk_warned"),
    )
