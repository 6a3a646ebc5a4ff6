"""A stay in a hotel and what it costs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal


@dataclass(frozen=True, order=True)
class Booking:
    arrival: date
    departure: date
    guest: str = field(compare=False)
    nightly_rate: Decimal = field(default=Decimal("80.00"), compare=False)
    guests: int = field(default=1, compare=False)
    extras: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.departure <= self.arrival:
            raise ValueError(f"departure {self.departure} must be after arrival {self.arrival}")
        if not 1 <= self.guests <= 4:
            raise ValueError(f"a room holds 1 to 4 guests, not {self.guests}")

    @property
    def nights(self) -> int:
        return (self.departure - self.arrival).days

    @property
    def is_long_stay(self) -> bool:
        """Whether the weekly discount applies."""
        return self.nights >= 7

    @property
    def total(self) -> Decimal:
        price = self.nightly_rate * self.nights
        if self.is_long_stay:
            price *= Decimal("0.90")
        return price.quantize(Decimal("0.01"))

    @classmethod
    def for_nights(cls, guest: str, arrival: date, nights: int, **details: object) -> Booking:
        return cls(arrival, arrival + timedelta(days=nights), guest, **details)  # type: ignore[arg-type]

    def overlaps(self, other: Booking) -> bool:
        return self.arrival < other.departure and other.arrival < self.departure

    def extended(self, nights: int = 1) -> Booking:
        return replace(self, departure=self.departure + timedelta(days=nights))
