"""Local models draft, criticise and finish documentation; code decides what is true."""

__version__ = "0.1.0"
