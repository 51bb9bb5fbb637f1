"""Scenes: the model, the catalogue of known scenes, and one module per source."""
