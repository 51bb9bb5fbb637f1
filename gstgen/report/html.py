"""Small pieces of HTML; all text is escaped here."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def text(value: object) -> Markup:
    """Anything as HTML text; markup stays what it is, None is a dash, floats get a readable number of digits."""
    if isinstance(value, Markup):
        return value
    if value is None:
        return Markup("&ndash;")
    if isinstance(value, bool):
        return Markup("yes" if value else "no")
    if isinstance(value, float):
        return Markup(f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}")
    return Markup(html.escape(str(value), quote=True))


def tag(name: str, /, *children: object, **attributes: object) -> Markup:
    """An element; attribute names lose a trailing underscore and turn others into hyphens, None leaves one out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(str(value), quote=True)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in ("img", "input", "meta", "br"):
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{''.join(text(child) for child in children)}</{name}>")


def join(parts: Iterable[Markup]) -> Markup:
    """Pieces one after another."""
    return Markup("".join(parts))


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> Markup:
    """A table that scrolls where it is too wide; numbers are set to the right."""
    header = tag("tr", *(tag("th", cell) for cell in head))
    body = [
        tag("tr", *(tag("td", cell, class_="number" if isinstance(cell, (int, float)) else None) for cell in row))
        for row in rows
    ]
    return tag("div", tag("table", tag("thead", header), tag("tbody", *body)), class_="scroll")


def page(title: str, body: Markup, style: str) -> str:
    """A whole document that needs no other file but its pictures."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Markup(style)),
    )
    return f"<!doctype html>\n{tag('html', head, tag('body', body), lang='en')}\n"
