"""Levels of a message."""
from enum import Enum


class Level(Enum):
    """How bad it is."""

    LOW = 1
    MEDIUM = 2
    HIGH = 3

    @property
    def is_bad(self):
        """Whether somebody has to look."""
        return self is Level.HIGH
