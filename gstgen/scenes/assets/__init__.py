"""Furniture meshes: artist models from installed libraries, parametric ones written in code."""
