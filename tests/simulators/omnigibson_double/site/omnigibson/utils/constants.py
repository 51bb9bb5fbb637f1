"""Categories of the data set."""

_NAMES = (
    "walls",
    "floors",
    "ceilings",
    "sofa",
    "bed",
    "table",
    "cabinet",
    "background",
    "unlabelled",
    "object",
    "light",
)


def semantic_class_name_to_id():
    return {name: hash(name) % 2**31 for name in _NAMES}
