"""Colours of our own for material names that some artist models use without defining them (Java 3D's built-ins)."""

from __future__ import annotations

Color = tuple[float, float, float]

_COLORS: dict[str, Color] = {
    "amber": (0.76, 0.56, 0.30),
    "aqua": (0.45, 0.68, 0.70),
    "archwhite": (0.88, 0.88, 0.84),
    "black": (0.16, 0.16, 0.16),
    "blonde": (0.84, 0.70, 0.48),
    "blue": (0.28, 0.38, 0.60),
    "bluegrey": (0.50, 0.56, 0.62),
    "bluetint": (0.62, 0.70, 0.78),
    "bluteal": (0.26, 0.44, 0.50),
    "bone": (0.86, 0.82, 0.72),
    "brass": (0.72, 0.58, 0.32),
    "bronze": (0.50, 0.38, 0.22),
    "brown": (0.40, 0.28, 0.18),
    "brownlips": (0.55, 0.36, 0.32),
    "brzskin": (0.50, 0.34, 0.24),
    "charcoal": (0.24, 0.24, 0.25),
    "chrome": (0.78, 0.79, 0.81),
    "cream": (0.90, 0.86, 0.74),
    "dkblue": (0.22, 0.28, 0.44),
    "dkdkgrey": (0.22, 0.22, 0.23),
    "dkgrey": (0.32, 0.32, 0.33),
    "dkred": (0.44, 0.25, 0.23),
    "flblack": (0.16, 0.16, 0.16),
    "flblonde": (0.80, 0.62, 0.38),
    "flbrown": (0.36, 0.26, 0.18),
    "fldkdkgrey": (0.22, 0.22, 0.23),
    "fldkgrey": (0.30, 0.30, 0.31),
    "flesh": (0.82, 0.66, 0.56),
    "flgrey": (0.50, 0.50, 0.51),
    "flltbrown": (0.68, 0.54, 0.38),
    "flltgrey": (0.72, 0.72, 0.72),
    "florange": (0.86, 0.58, 0.28),
    "fltan": (0.74, 0.60, 0.40),
    "flwhite": (0.90, 0.90, 0.89),
    "flyellow": (0.80, 0.58, 0.34),
    "glass": (0.80, 0.88, 0.88),
    "gold": (0.78, 0.62, 0.28),
    "green": (0.36, 0.52, 0.34),
    "grey": (0.52, 0.52, 0.53),
    "iris": (0.32, 0.40, 0.58),
    "iron": (0.40, 0.40, 0.42),
    "jetflame": (0.88, 0.60, 0.30),
    "lavendar": (0.68, 0.64, 0.78),
    "lavender": (0.68, 0.64, 0.78),
    "lighttan": (0.80, 0.68, 0.50),
    "ltbrown": (0.62, 0.48, 0.34),
    "ltgrey": (0.74, 0.74, 0.75),
    "mirror": (0.80, 0.82, 0.84),
    "navy": (0.22, 0.27, 0.42),
    "none": (0.70, 0.70, 0.69),
    "offwhite": (0.88, 0.87, 0.82),
    "olive": (0.46, 0.46, 0.28),
    "orange": (0.82, 0.56, 0.30),
    "pine": (0.82, 0.66, 0.44),
    "pink": (0.80, 0.62, 0.64),
    "plum": (0.48, 0.34, 0.44),
    "purple": (0.46, 0.36, 0.56),
    "red": (0.56, 0.34, 0.30),
    "redwood": (0.50, 0.32, 0.24),
    "ruby": (0.54, 0.27, 0.29),
    "sand": (0.80, 0.72, 0.56),
    "sandstone": (0.78, 0.70, 0.58),
    "ship": (0.52, 0.44, 0.36),
    "silver": (0.74, 0.75, 0.77),
    "skin": (0.82, 0.66, 0.56),
    "skyblue": (0.56, 0.72, 0.84),
    "steel": (0.62, 0.63, 0.65),
    "tan": (0.72, 0.60, 0.44),
    "teal": (0.30, 0.52, 0.52),
    "teeth": (0.90, 0.88, 0.82),
    "violet": (0.54, 0.44, 0.64),
    "walnut": (0.36, 0.25, 0.17),
    "white": (0.90, 0.90, 0.89),
    "wood": (0.62, 0.46, 0.30),
    "yellow": (0.84, 0.74, 0.40),
    "yellowbrt": (0.90, 0.78, 0.32),
    "yellowgreen": (0.50, 0.62, 0.32),
}
_NEUTRAL: Color = (0.70, 0.70, 0.69)


def builtin_color(name: str) -> Color | None:
    """Colour of a built-in material name, also of names that start with one (`dkgrey_plastic`); None if unknown."""
    key = name.lower().replace(" ", "").replace("_", "")
    if key in _COLORS:
        return _COLORS[key]
    fitting = [word for word in _COLORS if key.startswith(word)]
    return _COLORS[max(fitting, key=len)] if fitting else None


def neutral_color() -> Color:
    """What an undefined material gets."""
    return _NEUTRAL
