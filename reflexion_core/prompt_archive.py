"""The text of every prompt that was ever in use here, so that what has changed since can be seen.

A run records id, version and hash of its prompts. The files themselves change; a copy of each is kept under its hash.
"""

from __future__ import annotations

from pathlib import Path

from reflexion_core.errors import PromptError, StorageError
from reflexion_core.prompts import Prompt, PromptSet
from reflexion_core.whole_files import write_whole

_HASH_CHARACTERS = 16


class PromptArchive:
    """Prompts by their hash.

    Args:
        folder: Where the copies are; made when there is something to keep.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, prompts: PromptSet) -> None:
        """Keep those of the prompts that are not kept yet.

        Raises:
            StorageError: a copy cannot be written.
        """
        for name in prompts.names:
            try:
                prompt = prompts[name]
            except PromptError:
                continue  # no run can use it, and whoever tries is told why
            path = self._folder / f"{prompt.version.sha256[:_HASH_CHARACTERS]}.md"
            try:
                if not path.exists():
                    self._folder.mkdir(parents=True, exist_ok=True)
                    write_whole(path, prompt.file_text)
            except OSError as exc:
                raise StorageError(f"{path}: cannot be written: {exc.strerror}") from exc

    def versions(self, prompt_id: str) -> list[Prompt]:
        """Return the kept prompts of an id, the highest version first.

        Raises:
            PromptError: a copy cannot be read.
        """
        prompts = [Prompt(path) for path in sorted(self._folder.glob("*.md"))]
        found = [prompt for prompt in prompts if prompt.version.id == prompt_id]
        return sorted(found, key=lambda prompt: prompt.version.version, reverse=True)
