"""When a game's clock has something to do next, where a game is, and indexes to find what is due and whose a letter is.

A step that rebuilds game, seat or observer must lay the indexes on lower() anew: Alembic does not see them.
"""

import sqlalchemy as sa
from alembic import op

revision = "v0006"
down_revision = "v0005"

# It has always come: what is due in an old game is found out at the first look.
AT_ONCE = "0001-01-01T00:00:00.000000+00:00"
HAS_TEXT = sa.text("length(raw) > 0")


def upgrade() -> None:
    with op.batch_alter_table("terms", recreate="always") as terms:
        terms.add_column(sa.Column("look_at", sa.String(), nullable=True, server_default=AT_ONCE))
        terms.create_index("ix_terms_look_at", ["look_at"])
    op.create_table(
        "progress",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("after", sa.String(), nullable=False),
        sa.Column("turn", sa.String(), nullable=False),
        sa.Column("waits", sa.JSON(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_progress"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_progress_game_id"),
    )
    op.create_index("ix_game_status", "game", ["status"])
    op.create_index("ix_game_lower_name", "game", [sa.text("lower(name)")])
    op.create_index("ix_seat_lower_address", "seat", [sa.text("lower(address)")])
    op.create_index("ix_observer_lower_address", "observer", [sa.text("lower(address)")])
    op.create_index("ix_seat_former_token_hash", "seat", ["former_token_hash"])
    op.create_index("ix_letter_with_text", "letter", ["received"], sqlite_where=HAS_TEXT)
    op.create_index("ix_outgoing_with_text", "outgoing", ["queued"], sqlite_where=HAS_TEXT)
