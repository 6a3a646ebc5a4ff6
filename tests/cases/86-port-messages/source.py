"""Ports."""


def parse_port(text: str) -> int:
    """Read a port."""
    try:
        port = int(text)
    except ValueError as error:
        raise ValueError(f"port is not a number: {text!r}") from error
    if not 0 < port < 65536:
        raise ValueError(f"port out of range: {port}")
    return port
