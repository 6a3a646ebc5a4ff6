"""A document, or a part of one, from facts alone."""

from reflexion_core.skeleton.writing import skeleton_section, write_skeleton

__all__ = ["skeleton_section", "write_skeleton"]
