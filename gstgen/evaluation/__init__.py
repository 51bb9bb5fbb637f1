"""Metrics, answer parsing, baselines and the leaderboard."""
