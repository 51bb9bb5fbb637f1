"""Words, decimal numbers and corner references of large texts, read all at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Text = NDArray[np.uint8]

_SPACE = np.zeros(256, bool)
_SPACE[list(b" \t\n\v\f\r")] = True
_NEWLINE, _PLUS, _MINUS, _DOT, _SLASH = b"\n+-./"
_EXACT_DIGITS = 15  # a whole number of so many digits, and its quotient by a power of ten, are exact in a double
_MOST_DIGITS = 9  # of an index


@dataclass(frozen=True)
class Words:
    """A text by lines and words: where each word starts and how long it is, and the first word of each line.

    `first_word` has one more entry than there are lines: line k holds the words first_word[k]:first_word[k + 1].
    """

    text: Text
    line_start: Indices
    start: Indices
    length: Indices
    first_word: Indices

    @staticmethod
    def of(data: bytes) -> Words:
        """Split a text at white space and line ends."""
        text = np.frombuffer(data + b"\n", np.uint8)
        space = _SPACE[text]
        edge = np.flatnonzero(space[1:] != space[:-1]) + 1
        edge = edge if space[0] else np.concatenate([[0], edge])
        start, end = edge[::2], edge[1::2]
        line_start = np.concatenate([[0], np.flatnonzero(text == _NEWLINE)[:-1] + 1])
        first_word = np.concatenate([np.searchsorted(start, line_start), [len(start)]])
        return Words(text, line_start, start, end - start, first_word)

    def word(self, k: int) -> bytes:
        """One word."""
        return bytes(self.text[self.start[k] : self.start[k] + self.length[k]])

    def rest(self, line: int) -> str:
        """A line without its first word."""
        first, end = self.first_word[line] + 1, self.first_word[line + 1]
        if first >= end:
            return ""
        return bytes(self.text[self.start[first] : self.start[end - 1] + self.length[end - 1]]).decode("latin-1")


def _character(words: Words, chosen: Indices, k: int) -> NDArray[np.int64]:
    """Character number k of some words; 0 where they are shorter."""
    at = np.minimum(words.start[chosen] + k, len(words.text) - 1)
    return np.where(k < words.length[chosen], words.text[at], 0).astype(np.int64)


def _decimal(word: bytes) -> float:
    try:
        return float(word)
    except ValueError:
        return float("nan")


def decimals(words: Words, chosen: Indices) -> Array:
    """The numbers that some words spell, rounded as `float` does; NaN where a word is none."""
    mantissa = np.zeros(len(chosen), np.int64)
    digits = np.zeros(len(chosen), np.int64)
    places = np.zeros(len(chosen), np.int64)
    dots = np.zeros(len(chosen), np.int64)
    negative = np.zeros(len(chosen), bool)
    plain = words.length[chosen] <= _EXACT_DIGITS + 2
    for k in range(int(min(words.length[chosen].max(initial=0), _EXACT_DIGITS + 2))):
        c = _character(words, chosen, k)
        digit = (c >= 48) & (c <= 57)
        dot = c == _DOT
        mantissa = np.where(digit, mantissa * 10 + c - 48, mantissa)
        digits += digit
        places += digit & (dots > 0)
        dots += dot
        if k == 0:
            negative = c == _MINUS
            plain &= digit | dot | negative | (c == _PLUS)
        else:
            plain &= digit | dot | (c == 0)
    plain &= (dots <= 1) & (digits > 0) & (digits <= _EXACT_DIGITS)
    found = mantissa / 10.0 ** np.arange(_EXACT_DIGITS + 1)[np.minimum(places, _EXACT_DIGITS)]
    found = np.where(negative, -found, found)
    for odd in np.flatnonzero(~plain):
        found[odd] = _decimal(words.word(int(chosen[odd])))
    return np.asarray(found, np.float64)


def references(words: Words, chosen: Indices) -> tuple[Indices, NDArray[np.bool_]]:
    """Whole numbers (N, 3) of words such as `7`, `7/3`, `7//5` and `-1/-1/-1` (0 = absent), and which are sound."""
    rows = np.arange(len(chosen))
    numbers, negative = np.zeros((len(chosen), 4), np.int64), np.zeros((len(chosen), 4), bool)
    digits = np.zeros((len(chosen), 4), np.int64)
    slot = np.zeros(len(chosen), np.int64)
    sound = words.length[chosen] <= 3 * (_MOST_DIGITS + 1) + 2
    for k in range(int(min(words.length[chosen].max(initial=0), 3 * (_MOST_DIGITS + 1) + 2))):
        c = _character(words, chosen, k)
        digit, minus, slash = (c >= 48) & (c <= 57), c == _MINUS, c == _SLASH
        here = rows[digit], slot[digit]
        numbers[here] = numbers[here] * 10 + c[digit] - 48
        digits[here] += 1
        sound &= digit | slash | (c == 0) | (minus & (digits[rows, slot] == 0))
        negative[rows[minus], slot[minus]] = True
        slot = np.minimum(slot + slash, 3)
    sound &= (slot < 3) & (digits[:, 0] > 0) & (digits <= _MOST_DIGITS).all(1)
    return np.where(negative, -numbers, numbers)[:, :3], sound
