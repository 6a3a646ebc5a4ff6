"""Everything that can go wrong, as one tree.

    ReflexionError
    ├── SourceError            a file that cannot be taken as a Python source
    ├── SettingsError          a configuration file, variable or flag with a wrong key or value
    ├── PromptError            a prompt file that is missing, broken or used wrongly
    ├── ProviderError          where a model lives did not do what was asked
    │   ├── ProviderUnreachable    nothing answers, or the connection broke
    │   ├── ProviderRefused        the server answered with an error status
    │   ├── ModelNotInstalled      the server has no such model
    │   ├── ModelNotLocal          the model would send the text to another machine
    │   ├── ContextTooSmall        prompt and answer do not fit the model's window
    │   └── ScriptExhausted        a double was asked more than it has replies for
    ├── BudgetSpent            a call was not made because the run's budget is used up
    ├── StorageError           the database or a file could not be written or read
    └── Cancelled              the user stopped the run

A message says what happened and where; `hint` says what to do about it.
"""

from __future__ import annotations


class ReflexionError(Exception):
    """The base of every error that this package raises on purpose.

    Args:
        message: What happened, with the value and the place; starts in lower case.
        hint: What the user can do about it.
    """

    retryable: bool = False
    """Whether the same request may succeed a moment later."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message


class SourceError(ReflexionError):
    """A file cannot be taken as a Python source.

    Args:
        name: The file's name, as the user gave it.
        reason: Why, without the name.
        line: The line of the fault, counted from 1, where there is one.
        column: The column of the fault, counted from 1, where there is one.
    """

    def __init__(
        self,
        name: str,
        reason: str,
        *,
        line: int | None = None,
        column: int | None = None,
        hint: str = "",
    ) -> None:
        place = name
        if line is not None:
            place += f", line {line}" + (f", column {column}" if column is not None else "")
        super().__init__(f"{place}: {reason}", hint=hint)
        self.name = name
        self.reason = reason
        self.line = line
        self.column = column


class SettingsError(ReflexionError):
    """A setting is wrong; the message names where it stands, its key and what is allowed."""


class PromptError(ReflexionError):
    """A prompt file is missing, cannot be read, or was given the wrong values."""


class ProviderError(ReflexionError):
    """A provider did not do what was asked."""


class ProviderUnreachable(ProviderError):
    """Nothing answers where the provider should be, or the connection broke on the way."""

    retryable = True


class ProviderRefused(ProviderError):
    """A server answered with an error.

    Args:
        status: The HTTP status; None where the error came in the middle of a stream.
    """

    def __init__(self, message: str, *, status: int | None, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.status = status
        self.retryable = status is None or status == 429 or status >= 500


class ModelNotInstalled(ProviderError):
    """The provider answers and does not have the model."""

    def __init__(self, model: str, place: str, *, hint: str = "") -> None:
        super().__init__(f"{model!r} is not on {place}", hint=hint)
        self.model = model
        self.place = place


class ModelNotLocal(ProviderError):
    """The model runs on somebody else's machine, and the user has not allowed that."""

    def __init__(self, model: str, where: str, *, hint: str = "") -> None:
        super().__init__(f"{model!r} would send the source to {where}", hint=hint)
        self.model = model


class ContextTooSmall(ProviderError):
    """Prompt and answer do not fit the model's window; nothing was cut, nothing was sent.

    Args:
        model: The model's name.
        prompt_tokens: Length of the prompt.
        answer_tokens: Room that the answer needs.
        window_tokens: What the model can hold.
    """

    def __init__(
        self, model: str, *, prompt_tokens: int, answer_tokens: int, window_tokens: int, hint: str = ""
    ) -> None:
        super().__init__(
            f"{model!r} holds {window_tokens:,} tokens; the prompt has {prompt_tokens:,}"
            f" and the answer needs {answer_tokens:,}",
            hint=hint,
        )
        self.model = model
        self.prompt_tokens = prompt_tokens
        self.answer_tokens = answer_tokens
        self.window_tokens = window_tokens


class ScriptExhausted(ProviderError):
    """A scripted or replaying model has no reply for this request."""


class BudgetSpent(ReflexionError):
    """A model was not asked, because the run has used up what it may use; a strategy ends its rounds at it."""


class StorageError(ReflexionError):
    """The database or a file could not be written or read."""


class Cancelled(ReflexionError):
    """The user stopped the run."""

    def __init__(self) -> None:
        super().__init__("stopped by the user")
