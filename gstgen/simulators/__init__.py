"""Simulators behind one protocol; they know nothing of questions."""
