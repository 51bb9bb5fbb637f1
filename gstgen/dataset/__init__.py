"""Records, atomic store, shards, splits and verification."""
