"""How long a run took before it went on; what went on before this shows its last part alone."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("runs", sa.Column("seconds_before", sa.Float(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("runs", "seconds_before")
