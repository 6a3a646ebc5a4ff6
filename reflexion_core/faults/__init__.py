"""Faults that an exam plants in true documents, one kind a class."""
