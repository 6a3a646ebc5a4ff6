"""A pool of workers."""


class Pool:
    """Workers that wait for work."""

    max_size = 8
    idle_seconds = 30.0

    def __init__(self):
        self.workers = []

    def add(self, worker):
        """Add a worker if there is room."""
        if len(self.workers) >= self.max_size:
            raise OverflowError("the pool is full")
        self.workers.append(worker)
