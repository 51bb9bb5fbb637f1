"""Furniture meshes written in code: shapes, finishes, and a builder for every category of an indoor home."""
