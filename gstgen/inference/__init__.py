"""Ask a model the questions of a dataset: through an OpenAI-compatible endpoint, or through a Python callable.

    records -> chat (texts, pictures, videos in the record's order) -> route (retry, rate limit) -> predictions.jsonl

A run can be stopped at any moment and goes on where it was; `stage=evaluate predictions=FOLDER` scores what it wrote.
"""
