"""Versioned prompt files.

A prompt is a Markdown file `<role>/<name>.md` with a front matter that holds its `id` and `version`, and
a body in Jinja2. A body that lacks a value, or is given one that it does not use, is refused: a prompt
that silently loses its source would still be answered.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from pathlib import Path

import frontmatter
import yaml
from jinja2 import Environment, StrictUndefined, TemplateError, TemplateSyntaxError, meta

from reflexion_core.errors import PromptError
from reflexion_core.records import PromptVersion

# Values are source code and Markdown, which autoescaping would damage; nothing here is shown as HTML.
_JINJA = Environment(
    undefined=StrictUndefined,
    keep_trailing_newline=False,
    trim_blocks=True,
    lstrip_blocks=True,
    autoescape=False,
)


class Prompt:
    """One prompt file.

    Args:
        path: The file.

    Raises:
        PromptError: the file is missing, or its front matter or body is broken.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as exc:
            raise PromptError(f"{path}: cannot be read: {exc}") from exc
        try:
            post = frontmatter.loads(text)
            self._names = meta.find_undeclared_variables(_JINJA.parse(post.content))
            self._template = _JINJA.from_string(post.content)
        except (yaml.YAMLError, TemplateSyntaxError) as exc:
            raise PromptError(f"{path}: {exc}") from exc
        self.file_text = text
        self.text = post.content
        self.version = PromptVersion(
            id=self._required(post.metadata, "id", str),
            version=self._required(post.metadata, "version", int),
            sha256=hashlib.sha256(text.encode()).hexdigest(),
        )

    def render(self, **values: object) -> str:
        """Fill the prompt in.

        Raises:
            PromptError: a placeholder got no value, a value has no placeholder, or the body asks a value
                for something that it does not have.
        """
        missing, unused = self._names - values.keys(), values.keys() - self._names
        if missing or unused:
            problem = [f"no value for {sorted(missing)}"] * bool(missing)
            problem += [f"nothing uses {sorted(unused)}"] * bool(unused)
            raise PromptError(f"{self.path}: {'; '.join(problem)}")
        try:
            return self._template.render(**values).strip() + "\n"
        except TemplateError as exc:
            raise PromptError(f"{self.path}: {exc}") from exc

    def _required(self, metadata: dict[str, object], key: str, kind: type) -> object:
        value = metadata.get(key)
        if not isinstance(value, kind):
            raise PromptError(f"{self.path}: the front matter needs {key!r} as {kind.__name__}, not {value!r}")
        return value


class PromptSet:
    """The prompts of a folder, read when first asked for.

    Args:
        folder: Holds one folder a role.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, Prompt] = {}

    def __getitem__(self, name: str) -> Prompt:
        """Return a prompt by `role/name`.

        Raises:
            PromptError: see `Prompt`.
        """
        if name not in self._read:
            self._read[name] = Prompt(self.folder / f"{name}.md")
        return self._read[name]

    @property
    def names(self) -> tuple[str, ...]:
        """Every prompt of the folder as `role/name`, in order."""
        files = sorted(self.folder.rglob("*.md"))
        return tuple(path.relative_to(self.folder).with_suffix("").as_posix() for path in files)

    @cached_property
    def versions(self) -> tuple[PromptVersion, ...]:
        """Every prompt of the folder with its version, by path."""
        return tuple(self[name].version for name in self.names)
