"""What is known of the mailbox: whose it is, and the letters in it that are not given or could not be moved."""

import sqlalchemy as sa
from alembic import op

revision = "v0017"
down_revision = "v0016"


def upgrade() -> None:
    op.create_table(
        "identity",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("inode", sa.String(), nullable=False),
        sa.Column("copied_from", sa.String(), server_default="", nullable=False),
        sa.Column("claimed", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_identity"),
    )
    op.create_table(
        "left_letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("validity", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("since", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_try", sa.String(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.CheckConstraint("status IN ('withheld', 'done')", name="ck_left_letter_status"),
        sa.PrimaryKeyConstraint("id", name="pk_left_letter"),
        sa.UniqueConstraint("validity", "uid", name="uq_left_letter_validity_uid"),
    )
