"""Lessons, and the runs that they were learnt from; runs from before taught nothing."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lessons",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("project", sa.String(80), nullable=False),
        sa.Column("check_name", sa.String(40), nullable=False),
        sa.Column("form", sa.String(20), nullable=False),
        sa.Column("traits", sa.String(500), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("is_edited", sa.Boolean(), nullable=False),
        sa.Column("repaired", sa.Integer(), nullable=False),
        sa.Column("revised", sa.Integer(), nullable=False),
        sa.Column("ended", sa.Integer(), nullable=False),
        sa.Column("learnt_at", sa.DateTime(), nullable=False),
        sa.UniqueConstraint("person", "project", "check_name", "form", "traits", name="one_lesson_of_a_kind"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "lesson_runs",
        sa.Column("lesson_id", sa.Integer(), sa.ForeignKey("lessons.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("run_id", sa.String(32), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("ix_lesson_runs_run_id", "lesson_runs", ["run_id"])


def downgrade() -> None:
    op.drop_table("lesson_runs")
    op.drop_table("lessons")
