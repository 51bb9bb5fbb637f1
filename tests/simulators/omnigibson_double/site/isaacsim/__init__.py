"""Isaac Sim, as far as its presence goes."""
