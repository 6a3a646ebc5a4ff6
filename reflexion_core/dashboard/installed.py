"""Which models there are, asked of all providers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reflexion_core.dashboard.holder import ServerState
from reflexion_core.errors import ProviderError
from reflexion_core.providers.base import PROVIDERS, ProviderStatus
from reflexion_core.records import ModelInfo, ModelRef, RoleName
from reflexion_core.runs import ModelChoice, choose_models


@dataclass(frozen=True)
class ProviderReport:
    """One provider as it is now."""

    name: str
    status: ProviderStatus
    models: tuple[ModelInfo, ...]
    problem: str = ""
    """Why the models could not be listed."""


def ask_providers(state: ServerState) -> list[ProviderReport]:
    """Ask every provider what it has."""
    return [_ask(state, name) for name in PROVIDERS]


def _ask(state: ServerState, name: str) -> ProviderReport:
    provider = state.runs.pool[name]
    status = provider.status()
    if not status.is_ready:
        return ProviderReport(name, status, ())
    try:
        return ProviderReport(name, status, provider.list_models())
    except ProviderError as exc:
        return ProviderReport(name, status, (), exc.message)


def model_names(reports: list[ProviderReport]) -> list[str]:
    """Return everything that a role could use, as `provider:name`."""
    return [str(info.ref) for report in reports for info in report.models]


def default_models(state: ServerState) -> ModelChoice:
    """Return what each role uses when nothing else is chosen."""
    return choose_models(state.loaded, state.runs.pool)


def is_installed(ref: ModelRef, names: list[str]) -> bool:
    """Whether a model is among the installed ones, or a file; a name without a tag means its latest."""
    if ref.provider != "ollama" and Path(ref.name).is_file():
        return True
    return str(ref) in names or f"{ref}:latest" in names


def missing_roles(choice: ModelChoice, names: list[str]) -> dict[RoleName, ModelRef]:
    """Return the roles whose model is not installed."""
    return {
        role: ref
        for role, ref in choice.models.items()
        if ref.provider in ("ollama", "embedded") and not is_installed(ref, names)
    }


def why_no_model(choice: ModelChoice, reports: list[ProviderReport]) -> tuple[str, ...]:
    """Return for each provider why it offers no model; empty where a run could use one."""
    names = model_names(reports)
    real = [report for report in reports if not PROVIDERS[report.name].is_double]
    if any(report.models for report in real) or any(is_installed(ref, names) for ref in choice.models.values()):
        return ()
    return tuple(_why_nothing(report) for report in real)


def _why_nothing(report: ProviderReport) -> str:
    reason = report.status.problem or report.problem or "no model is installed"
    hint = f" ({report.status.hint})" if report.status.hint else ""
    return f"{report.name}: {reason}{hint}"
