"""The simulator that needs no GPU: baked light and an OpenGL raster over EGL."""
