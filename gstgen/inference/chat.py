"""A record as a chat: its texts and media in the record's own order, in the two forms that models take."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from gstgen.dataset.records import Record
from gstgen.errors import RunError
from gstgen.inference.settings import InferSettings
from gstgen.media.encoder import frame_count, read_frames, spread_frames
from gstgen.media.pictures import encode_png, read_png


@dataclass(frozen=True)
class ChatPart:
    """A text, or the path of a picture or video below the dataset root."""

    kind: Literal["text", "image", "video"]
    value: str


def chat_parts(record: Record) -> list[ChatPart]:
    """texts[0], video, texts[1], image, texts[2], ... as the record says."""
    media = [ChatPart("video", record.video)] if record.video else []
    media += [ChatPart("image", path) for path in record.images]
    out = []
    for index, text in enumerate(record.texts):
        if index:
            out.append(media[index - 1])
        out.append(ChatPart("text", text))
    return out


def local_messages(record: Record, root: Path, system: str | None) -> list[dict[str, Any]]:
    """Messages in the form of `transformers` chat templates: media as absolute paths."""
    content = [
        {"type": p.kind, p.kind: p.value if p.kind == "text" else str(root / p.value)} for p in chat_parts(record)
    ]
    head = [{"role": "system", "content": [{"type": "text", "text": system}]}] if system else []
    return [*head, {"role": "user", "content": content}]


def endpoint_messages(record: Record, root: Path, settings: InferSettings) -> list[dict[str, Any]]:
    """Messages of the chat completions API: pictures as data URLs, a video as frames with their times before them."""
    content: list[dict[str, Any]] = []
    for part in chat_parts(record):
        if part.kind == "text":
            content.append({"type": "text", "text": part.value})
        elif part.kind == "image":
            content.append(_picture(_image_url(root / part.value, settings.image_side_px)))
        else:
            urls = _frame_urls(root / part.value, settings.frames, settings.frame_side_px, settings.jpeg_quality)
            for time_s, url in urls:
                content += [{"type": "text", "text": f"[{time_s:.1f} s]"}, _picture(url)]
    head = [{"role": "system", "content": settings.system}] if settings.system else []
    return [*head, {"role": "user", "content": content}]


def _picture(url: str) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": url}}


def _image_url(path: Path, side_px: int) -> str:
    return "data:image/png;base64," + base64.b64encode(encode_png(_shrunk(read_png(path), side_px))).decode()


# Many questions in a row ask about the same video.
@lru_cache(maxsize=16)
def _frame_urls(path: Path, wanted: int, side_px: int, quality: int) -> tuple[tuple[float, str], ...]:
    indices = spread_frames(frame_count(path), wanted)
    fps = _frames_per_second(path)
    out = []
    for index, frame in zip(indices, read_frames(path, indices), strict=True):
        bgr = np.ascontiguousarray(_shrunk(frame, side_px)[..., ::-1])
        ok, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if not ok:
            raise RunError(f"frame {index} of {path} could not be encoded as JPEG")
        out.append((index / fps, "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode()))
    return tuple(out)


def _frames_per_second(path: Path) -> float:
    capture = cv2.VideoCapture(str(path))
    try:
        fps = float(capture.get(cv2.CAP_PROP_FPS))
    finally:
        capture.release()
    if not fps > 0:
        raise RunError(f"{path} does not say its frame rate")
    return fps


def _shrunk(picture: NDArray[np.uint8], side_px: int) -> NDArray[np.uint8]:
    height, width = picture.shape[:2]
    scale = side_px / max(height, width)
    if scale >= 1.0:
        return picture
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
