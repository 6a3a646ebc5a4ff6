"""Percentages."""


def as_percent(share, digits=1):
    """Return a share as text."""
    if digits < 0 or digits > 6:
        raise ValueError("digits must be from 0 to 6")
    if not 0 <= share <= 1:
        raise ValueError("share must be from 0 to 1")
    return f"{share * 100:.{digits}f} %"
