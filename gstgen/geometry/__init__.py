"""The one place for conventions: frames, cameras, boxes, angles and map transforms.

World: right-handed, metres, +z up. Headings: degrees, counter-clockwise seen from above, 0 = +x.
Camera: `T_world_camera` (4x4), axes x right, y down, z forward (OpenCV); pinhole `K` in pixels, pixel
centres at integer + 0.5. Object frame: +x front, +y left, +z up. Map image: up = world +y, right = +x.
No other module converts between frames.
"""
