"""Who asked for each run, and whether others may see it; runs from before belong to nobody."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("runs", sa.Column("person", sa.String(64), nullable=False, server_default=""))
    op.add_column("runs", sa.Column("is_shared", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("runs_of_a_person", "runs", ["person", "queued_at"])


def downgrade() -> None:
    op.drop_index("runs_of_a_person", "runs")
    op.drop_column("runs", "is_shared")
    op.drop_column("runs", "person")
