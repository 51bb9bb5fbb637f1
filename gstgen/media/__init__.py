"""Files that people watch: video segments, annotated videos, pictures with overlays."""
