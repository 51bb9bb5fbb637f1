"""Floor map, navmesh graph, viewpoints, tours and camera motion."""
