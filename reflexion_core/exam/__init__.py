"""An exam: how many planted faults does a referee find, and what does it say of documents that are true?"""
