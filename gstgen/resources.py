"""Where the data folders (`conf`, `scenes`, `pipelines`) lie: in an installed wheel, or beside a checkout's package."""

from __future__ import annotations

from pathlib import Path

from gstgen.errors import RequestError

_PACKAGE = Path(__file__).resolve().parent


def resource_folder(name: str) -> Path:
    """Folder of packaged data: `gstgen/_data/<name>` of a wheel, else the checkout's top-level `<name>`.

    Raises RequestError when neither exists (a broken installation).
    """
    for folder in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise RequestError(
        f"the data folder {name!r} of gstgen is missing: reinstall gstgen (pip install --force-reinstall gstgen)"
    )
