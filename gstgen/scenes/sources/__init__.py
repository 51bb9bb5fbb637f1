"""Scene sources: each turns a scene name or file into a Scene and its SceneGeometry."""
