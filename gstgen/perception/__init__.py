"""From instance images and rays to boxes, statistics and co-visibility."""
