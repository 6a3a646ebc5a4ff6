"""A true document of a source, made from its facts: what an exam takes before it plants a fault."""
