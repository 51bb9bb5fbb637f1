"""Top-down maps of a scene: framing, the occupancy levels, their check against the renderer, their comparison."""
