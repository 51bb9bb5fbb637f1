"""gstgen: from 3-D indoor scenes to verified global-spatial video questions."""

__version__ = "0.1.0"
