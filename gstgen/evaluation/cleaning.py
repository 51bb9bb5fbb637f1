"""Clean a model's text before an answer is read from it: characters, markup, reasoning, the final answer's place."""

from __future__ import annotations

import html
import re
import unicodedata

MAX_CHARACTERS = 20_000  # only the end of a longer text is read; an answer stands at the end

_DEGREE_SIGNS = str.maketrans("º˚゜", "°°°")
_SEPARATORS = str.maketrans("٫．，、\u00a0\u202f\u2009", "..,,   ", "٬")
_LOOKALIKES = str.maketrans("АВСаЕЅѕ", "ABCaESs")  # Cyrillic capitals that keyboards and tokenisers mix up with Latin
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_VULGAR = re.compile("(?<!\\d)(\\d{0,6})[ ]?([¼½¾⅐-⅞])")
_DASH = re.compile(r"(?P<before>^|[\s(\[{:=,;<>*_`~\"'])[\u2010-\u2015\u2212\ufe58\ufe63\uff0d](?=\s?[\d.])")
_THINKING_END = re.compile(r"(?:</\s*(?:think|thinking|thought|reasoning|reflection)\s*>|◁/think▷)", re.IGNORECASE)
_THINKING_START = re.compile(r"(?:<\s*(?:think|thinking|thought|reasoning|reflection)\s*>|◁think▷)", re.IGNORECASE)
_ANSWER_TAG = re.compile(r"<\s*answer\s*>(.*?)(?:<\s*/\s*answer\s*>|$)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>|<\|[^<>|]{1,40}\|>")
_BOXED = re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\}){0,500})\}")
_LATEX = re.compile(r"\\(?:text|mathrm|mathbf|textbf|mathit)\s*\{([^{}]{0,200})\}")
_LATEX_DEGREE = re.compile(r"\^\s*\{?\s*\\?circ\s*\}?|\\degree")
_MARKER = re.compile(
    r"(?:(?:final|correct|my|best|the)\s+){0,3}(?:answer|prediction|choice|antwort|réponse|reponse|respuesta|risposta|resposta|ответ)"
    r"(?:\s+(?:is|would\s+be|will\s+be|ist|est|es|è|é)\b\s*[:：=]?|\s*[:：=]|[*_\"'`]+\s*[:：=])"
    r"|(?:最终答案|最終答案|正确答案|答案|回答|答え|정답|답)\s*(?:[是为為はは은는이:：=]|\s)\s*[:：]?",
    re.IGNORECASE,
)


def clean_characters(text: str) -> str:
    """Unicode to plain: digits of any script, full-width forms, minus and degree signs, vulgar fractions, entities."""
    text = html.unescape(text[-MAX_CHARACTERS:])
    text = _INVISIBLE.sub("", text.translate(_DEGREE_SIGNS))
    text = _DASH.sub(lambda match: match["before"] + "-", text)
    text = text.replace("\u2212", "-")
    text = _VULGAR.sub(_vulgar_to_decimal, text.translate(_SEPARATORS))
    text = "".join(character for character in text if not _is_raised(character))
    text = unicodedata.normalize("NFKC", text)
    return "".join(_ascii_digit(character) for character in text)


def fold_lookalikes(text: str) -> str:
    """Cyrillic letters that look like option letters become Latin."""
    return text.translate(_LOOKALIKES)


def without_thinking(text: str) -> str | None:
    """The text after the reasoning; None where a reasoning block was opened and never finished."""
    tail = text
    for match in _THINKING_END.finditer(text):
        tail = text[match.end() :]
    return None if _THINKING_START.search(tail) else tail


def answer_segment(text: str) -> tuple[str, bool]:
    """(the part that states the answer, whether a tag, a box or an answer phrase marked it).

    The last mark counts. A phrase such as "Answer:" gives the first line after it that is not empty.
    """
    tagged = [match[1] for match in _ANSWER_TAG.finditer(text) if match[1].strip()]
    if tagged:
        return tagged[-1], True
    boxed = [match[1] for match in _BOXED.finditer(text)]
    if boxed:
        return boxed[-1], True
    for match in reversed(list(_MARKER.finditer(text))):
        lines = [line for line in text[match.end() :].splitlines() if re.search(r"\w", line)]
        if lines:
            return lines[0], True
    return text, False


def strip_markup(text: str) -> str:
    """Drop HTML tags, special tokens, LaTeX wrappers and Markdown emphasis; keep what they enclose."""
    text = _LATEX_DEGREE.sub("°", text)
    text = _LATEX.sub(r" \1", text)
    text = _BOXED.sub(r" \1 ", text)
    text = _TAG.sub(" ", text)
    text = re.sub(r"\\[(),;!\[\]]|\\ |\$", " ", text)
    return re.sub(r"\*\*|__|[*`]", "", text).strip()


def _is_raised(character: str) -> bool:
    """Super- and subscripts: they would read as more digits (m², 90⁰)."""
    return unicodedata.decomposition(character).startswith(("<super>", "<sub>"))


def _vulgar_to_decimal(match: re.Match[str]) -> str:
    return f"{int(match[1] or 0) + unicodedata.numeric(match[2]):.6g}"


def _ascii_digit(character: str) -> str:
    digit = unicodedata.decimal(character, None) if not character.isascii() else None
    return character if digit is None else str(digit)
