"""Which exceptions escape from a function: a walk over its statements that follows calls within the file."""
