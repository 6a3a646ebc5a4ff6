"""The prompts of each run, taken from its events, and what makes long lists quick."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ROWS_AT_ONCE = 5000


def upgrade() -> None:
    prompts = op.create_table(
        "run_prompts",
        sa.Column("run_id", sa.String(32), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("prompt_id", sa.String(200), primary_key=True),
        sa.Column("version", sa.Integer(), primary_key=True),
        sa.Column("sha256", sa.String(64), nullable=False),
    )
    _fill(prompts)
    op.create_index("runs_with_a_prompt", "run_prompts", ["prompt_id", "version", "run_id"])
    op.create_index("runs_of_a_file", "runs", ["source_name", "queued_at"])
    op.create_index("runs_by_score", "runs", ["score"])
    op.drop_index("ix_runs_source_name", "runs")


def downgrade() -> None:
    op.create_index("ix_runs_source_name", "runs", ["source_name"])
    op.drop_index("runs_by_score", "runs")
    op.drop_index("runs_of_a_file", "runs")
    op.drop_table("run_prompts")


def _fill(prompts: sa.Table) -> None:
    connection = op.get_bind()
    events = sa.table("events", sa.column("run_id"), sa.column("kind"), sa.column("payload"))
    started = sa.select(events.c.run_id, events.c.payload).where(events.c.kind == "run_started")
    rows = {
        (run_id, prompt["id"], prompt["version"]): prompt["sha256"]
        for run_id, payload in connection.execute(started)
        for prompt in json.loads(payload)["prompts"]
    }
    names = ("run_id", "prompt_id", "version", "sha256")
    values = [dict(zip(names, (*key, sha256), strict=True)) for key, sha256 in rows.items()]
    for start in range(0, len(values), _ROWS_AT_ONCE):
        op.bulk_insert(prompts, values[start : start + _ROWS_AT_ONCE])
