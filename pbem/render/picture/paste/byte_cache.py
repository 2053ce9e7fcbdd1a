"""A cache with a limit in bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class WeightedCache(Generic[K, V]):
    """What `make` gives for a key, kept while all together weighs no more than `most`; the longest unused goes first.

    `weigh` tells the bytes of one. `make` must depend on the key alone, so that nobody can tell what is kept.
    """

    def __init__(self, make: Callable[[K], V], weigh: Callable[[V], int], most: int) -> None:
        self._make, self._weigh, self._most = make, weigh, most
        self._lock = Lock()
        self._values: OrderedDict[K, V] = OrderedDict()
        self.weight = 0

    def __len__(self) -> int:
        return len(self._values)

    def __call__(self, key: K) -> V:
        """The value of a key. What `make` raises is not kept."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = self._make(key)
        with self._lock:
            if key not in self._values:
                self._values[key] = value
                self.weight += self._weigh(value)
            while self.weight > self._most:
                _, oldest = self._values.popitem(last=False)
                self.weight -= self._weigh(oldest)
        return value
