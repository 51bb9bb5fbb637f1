"""Kit's settings: kept, never read."""

VALUES = {}


class _Settings:
    def set(self, key, value):
        VALUES[key] = value


def get_settings():
    return _Settings()
