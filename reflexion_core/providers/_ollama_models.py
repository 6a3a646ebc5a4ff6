"""What an Ollama server says about its models, read from plain JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from reflexion_core.providers._ollama_errors import CLOUD
from reflexion_core.records import ModelInfo, ModelRef

_CLOUD_TAG = re.compile(r":(?:[^/:]*-)?cloud$", re.IGNORECASE)


@dataclass(frozen=True)
class Installed:
    """One model of a server."""

    info: ModelInfo
    family: str
    """The architecture that its runner knows, such as `qwen2`."""
    remote_place: str
    """The machine that does the work where it is not the server's; empty for a local model."""

    @property
    def think(self) -> bool | str:
        """What switches thinking off, or to its least where it cannot be."""
        is_harmony = self.family.replace("-", "") == "gptoss"
        return "low" if is_harmony and "thinking" in self.info.capabilities else False


def full_name(model: str) -> str:
    """Return a model's name with its tag; without one it means `latest`."""
    return model if ":" in model.rsplit("/", 1)[-1] else f"{model}:latest"


def is_cloud_name(model: str) -> bool:
    """Whether a server would pass on a request for this name, be the model installed or not."""
    return _CLOUD_TAG.search(model.strip()) is not None


def remote_place(answer: dict[str, Any]) -> str:
    """Return the machine that an answer or a list entry names as doing the work; empty for the server."""
    if answer.get("remote_host") or answer.get("remote_model"):
        return str(answer.get("remote_host") or CLOUD)
    return ""


def read_tag(entry: dict[str, Any]) -> Installed:
    """Read one entry of `/api/tags`."""
    details = _object(entry.get("details"))
    info = ModelInfo(
        ref=ModelRef(provider="ollama", name=str(entry.get("name") or entry.get("model") or "")),
        digest=str(entry.get("digest") or ""),
        size_bytes=entry.get("size"),
        context_tokens=details.get("context_length"),
        parameters=str(details.get("parameter_size") or ""),
        quantization=str(details.get("quantization_level") or ""),
        capabilities=tuple(entry.get("capabilities") or ()),
    )
    return Installed(info, str(details.get("family") or ""), remote_place(entry))


def read_show(model: str, answer: dict[str, Any], tag: Installed | None) -> Installed:
    """Read the answer of `/api/show`.

    Args:
        model: The full name.
        answer: The answer.
        tag: The same model's entry in `/api/tags`, which alone knows digest and size.
    """
    details = _object(answer.get("details"))
    figures = _object(answer.get("model_info"))
    family = str(figures.get("general.architecture") or details.get("family") or "")
    info = ModelInfo(
        ref=ModelRef(provider="ollama", name=model),
        digest=tag.info.digest if tag else "",
        size_bytes=tag.info.size_bytes if tag else None,
        context_tokens=figures.get(f"{family}.context_length", tag.info.context_tokens if tag else None),
        parameters=str(details.get("parameter_size") or ""),
        quantization=str(details.get("quantization_level") or ""),
        capabilities=tuple(answer.get("capabilities") or (tag.info.capabilities if tag else ())),
    )
    return Installed(info, family, remote_place(answer) or (tag.remote_place if tag else ""))


def read_tags(answer: dict[str, Any]) -> dict[str, Installed]:
    """Read the answer of `/api/tags`, by full name."""
    tags = [read_tag(_object(entry)) for entry in answer.get("models") or ()]
    return {full_name(tag.info.ref.name): tag for tag in tags}


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
