"""Published rows of GST-Bench (scores 0-100), for comparison only: they were measured on other questions."""

from __future__ import annotations

from gstgen.questions.tasks import TASKS

_COLUMNS = {
    "random": (16.51, 15.55, 14.88, 17.31, 23.22, 20.40, 15.04, 14.15, 23.15, 27.73, 24.72, 27.49),
    "human": (84.00, 85.00, 75.00, 70.00, 41.50, 41.50, 93.00, 89.00, 100.0, 95.00, 85.00, 90.00),
    "fine-tuned 8B": (40.55, 44.39, 53.72, 49.36, 39.70, 31.95, 48.97, 57.64, 99.07, 88.18, 37.08, 51.66),
    "best model": (94.34, 94.02, 61.61, 67.95, 58.74, 52.57, 94.87, 90.83, 100.0, 100.0, 88.76, 94.79),
}
# Row name -> {official task name: score}.
PUBLISHED: dict[str, dict[str, float]] = {
    row: {task.name: score for task, score in zip(TASKS, scores, strict=True)} for row, scores in _COLUMNS.items()
}
# Means of the twelve tasks as published.
PUBLISHED_MEANS: dict[str, float] = {
    "random": 20.01,
    "human": 79.08,
    "GPT-6 Astra": 83.26,
    "Qwen3-VL-8B fine-tuned on GST-Train": 53.52,
    "Gemini-3-Pro": 42.68,
    "Qwen3-VL-8B": 25.89,
}
# Direction in GST-Bench-Local: model -> (global, local_video, local_image).
PUBLISHED_LOCAL_DIRECTION: dict[str, dict[str, float]] = {
    "GPT-5": {"global": 31.09, "local_video": 60.32, "local_image": 65.61},
    "Qwen3-VL-8B": {"global": 12.50, "local_video": 2.82, "local_image": 13.40},
}
