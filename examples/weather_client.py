"""An asynchronous client for a weather service, with the transport left to the caller."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from urllib.parse import urlencode

Transport = Callable[[str], Awaitable[tuple[int, bytes]]]
"""Takes an address, returns the HTTP status and the body."""


class WeatherError(Exception):
    pass


class CityNotFound(WeatherError, LookupError):
    def __init__(self, city: str) -> None:
        super().__init__(f"no such city: {city}")
        self.city = city


class ServiceUnavailable(WeatherError):
    pass


@dataclass(frozen=True)
class Report:
    city: str
    celsius: float
    sky: str = "clear"

    @property
    def fahrenheit(self) -> float:
        return round(self.celsius * 9 / 5 + 32, 1)


class WeatherClient:
    def __init__(
        self,
        transport: Transport,
        base_url: str = "https://weather.example/v1",
        *,
        retries: int = 2,
        pause: float = 0.5,
    ) -> None:
        if retries < 0:
            raise ValueError("retries must not be negative")
        self._transport = transport
        self._base_url = base_url.rstrip("/")
        self._retries = retries
        self._pause = pause
        self.is_closed = False

    async def __aenter__(self) -> WeatherClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self.is_closed = True

    async def current(self, city: str) -> Report:
        """Return the weather of one city, asking again when the service is busy."""
        if self.is_closed:
            raise RuntimeError("client is closed")
        address = f"{self._base_url}/current?{urlencode({'city': city})}"
        status, body = await self._fetch(address)
        if status == 404:
            raise CityNotFound(city)
        if status != 200:
            raise WeatherError(f"unexpected status {status}")
        return self._read(body)

    async def several(self, cities: Iterable[str]) -> AsyncIterator[Report]:
        """Yield reports in the order asked for, leaving out cities that do not exist."""
        for city in cities:
            try:
                yield await self.current(city)
            except CityNotFound:
                continue

    async def warmest(self, *cities: str) -> Report:
        if not cities:
            raise ValueError("at least one city is needed")
        reports = await asyncio.gather(*(self.current(city) for city in cities))
        return max(reports, key=lambda report: report.celsius)

    async def _fetch(self, address: str) -> tuple[int, bytes]:
        for attempt in range(self._retries + 1):
            status, body = await self._transport(address)
            if status != 503:
                return status, body
            if attempt < self._retries:
                await asyncio.sleep(self._pause)
        raise ServiceUnavailable(f"gave up after {self._retries + 1} attempts")

    @staticmethod
    def _read(body: bytes) -> Report:
        try:
            data = json.loads(body)
            return Report(data["city"], float(data["celsius"]), data.get("sky", "clear"))
        except (ValueError, KeyError) as exc:
            raise WeatherError("the service sent an unreadable report") from exc
