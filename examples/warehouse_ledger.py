"""A warehouse's stock as a ledger: every movement is an entry, and what is in stock is their sum.

Entries are never changed. A mistake is corrected by a further entry, so that the stock on any past
day can be told.
"""

from __future__ import annotations

import csv
import io
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timezone
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum

__all__ = [
    "Movement",
    "Entry",
    "Item",
    "Catalogue",
    "Ledger",
    "Reservation",
    "Warehouse",
    "StockReport",
    "WarehouseError",
    "UnknownItem",
    "InsufficientStock",
    "ReservationClosed",
    "export_csv",
    "import_csv",
]

Clock = Callable[[], datetime]

CSV_FIELDS = ("number", "at", "sku", "movement", "quantity", "unit_cost", "note")


def _utc_now() -> datetime:
    return datetime.now(timezone.utc)


class WarehouseError(Exception):
    """The base of what can go wrong in a warehouse."""


class UnknownItem(WarehouseError, KeyError):
    def __init__(self, sku: str) -> None:
        super().__init__(sku)
        self.sku = sku

    def __str__(self) -> str:
        return f"no item with the SKU {self.sku!r}"


class InsufficientStock(WarehouseError):
    def __init__(self, sku: str, wanted: int, available: int) -> None:
        super().__init__(f"{sku}: {wanted} wanted, {available} available")
        self.sku = sku
        self.wanted = wanted
        self.available = available

    @property
    def missing(self) -> int:
        return self.wanted - self.available


class ReservationClosed(WarehouseError):
    """The reservation was picked or released before."""


class Movement(Enum):
    RECEIPT = "receipt"
    PICK = "pick"
    RETURN = "return"
    LOSS = "loss"
    CORRECTION = "correction"

    @property
    def sign(self) -> int:
        """+1 for what comes in, -1 for what goes out, 0 where the quantity itself has a sign."""
        if self in (Movement.RECEIPT, Movement.RETURN):
            return 1
        if self in (Movement.PICK, Movement.LOSS):
            return -1
        return 0


@dataclass(frozen=True)
class Item:
    sku: str
    name: str
    unit: str = "piece"
    reorder_level: int = 0

    def __post_init__(self) -> None:
        if not self.sku or self.sku != self.sku.strip().upper():
            raise ValueError(f"an SKU is upper case without blanks around it, not {self.sku!r}")
        if self.reorder_level < 0:
            raise ValueError("reorder_level must not be negative")


@dataclass(frozen=True)
class Entry:
    number: int
    at: datetime
    sku: str
    movement: Movement
    quantity: int
    unit_cost: Decimal | None = None
    note: str = ""

    @property
    def change(self) -> int:
        """By how much the stock changes, with its sign."""
        return self.quantity * (self.movement.sign or 1)

    @property
    def value(self) -> Decimal:
        if self.unit_cost is None:
            return Decimal(0)
        return self.unit_cost * self.quantity


class Catalogue:
    """The items that a warehouse may hold."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items: dict[str, Item] = {}
        for item in items:
            self.add(item)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(sorted(self._items.values(), key=lambda item: item.sku))

    def __contains__(self, sku: object) -> bool:
        return sku in self._items

    def __getitem__(self, sku: str) -> Item:
        try:
            return self._items[sku]
        except KeyError:
            raise UnknownItem(sku) from None

    def add(self, item: Item, *, replace: bool = False) -> None:
        if item.sku in self._items and not replace:
            raise ValueError(f"{item.sku} is in the catalogue already")
        self._items[item.sku] = item

    def search(self, words: str, /, limit: int = 10) -> list[Item]:
        """Return items whose name holds all the words, in any order and case."""
        wanted = words.casefold().split()
        found = (item for item in self if all(word in item.name.casefold() for word in wanted))
        return list(itertools.islice(found, limit))


class Ledger:
    """The entries in the order in which they were made."""

    def __init__(self, *, clock: Clock = _utc_now) -> None:
        self._entries: list[Entry] = []
        self._clock = clock

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def post(
        self,
        sku: str,
        movement: Movement,
        quantity: int,
        *,
        unit_cost: Decimal | None = None,
        note: str = "",
    ) -> Entry:
        """Write an entry with the next number and the present time."""
        if movement is Movement.CORRECTION:
            if quantity == 0:
                raise ValueError("a correction must change something")
            if not note:
                raise ValueError("a correction needs a note")
        elif quantity < 1:
            raise ValueError(f"quantity must be at least 1, not {quantity}")
        entry = Entry(len(self._entries) + 1, self._clock(), sku, movement, quantity, unit_cost, note)
        self._entries.append(entry)
        return entry

    def restore(self, entries: Iterable[Entry]) -> None:
        """Take over entries that were exported, into an empty ledger."""
        if self._entries:
            raise WarehouseError("only an empty ledger can be restored")
        listed = sorted(entries, key=lambda entry: entry.number)
        for expected, entry in enumerate(listed, start=1):
            if entry.number != expected:
                raise WarehouseError(f"entry {expected} is missing")
        self._entries = listed

    def stock(self, sku: str, *, at: datetime | None = None) -> int:
        """Return what is in stock, now or at a moment in the past."""
        return sum(
            entry.change for entry in self._entries if entry.sku == sku and (at is None or entry.at <= at)
        )

    def history(self, sku: str, *movements: Movement) -> list[Entry]:
        return [
            entry
            for entry in self._entries
            if entry.sku == sku and (not movements or entry.movement in movements)
        ]

    def average_cost(self, sku: str) -> Decimal:
        """Return the mean cost of one unit over all receipts with a known cost."""
        receipts = [entry for entry in self.history(sku, Movement.RECEIPT) if entry.unit_cost is not None]
        quantity = sum(entry.quantity for entry in receipts)
        if not quantity:
            raise WarehouseError(f"no receipt of {sku} has a cost")
        total = sum((entry.value for entry in receipts), Decimal(0))
        return (total / quantity).quantize(Decimal("0.01"), ROUND_HALF_UP)


@dataclass
class Reservation:
    """Goods that are kept for an order until they are picked or released."""

    order: str
    lines: dict[str, int]
    is_open: bool = True
    picked: list[Entry] = field(default_factory=list, repr=False)

    @property
    def total_quantity(self) -> int:
        return sum(self.lines.values())

    def close(self) -> None:
        if not self.is_open:
            raise ReservationClosed(f"the reservation for {self.order} is closed")
        self.is_open = False


@dataclass(frozen=True)
class StockReport:
    at: datetime
    quantities: dict[str, int]
    below_level: tuple[str, ...]

    @property
    def total(self) -> int:
        return sum(self.quantities.values())

    def render(self, *, width: int = 12) -> str:
        """Return one line for each item; `!` marks those to order again."""
        lines = [f"stock on {self.at:%Y-%m-%d}"]
        for sku, quantity in sorted(self.quantities.items()):
            mark = " !" if sku in self.below_level else ""
            lines.append(f"{sku:<{width}}{quantity:>6}{mark}")
        return "\n".join(lines)


class Warehouse:
    """What may be taken out, given the ledger and the open reservations."""

    def __init__(self, catalogue: Catalogue, *, clock: Clock = _utc_now) -> None:
        self.catalogue = catalogue
        self.ledger = Ledger(clock=clock)
        self._clock = clock
        self._reservations: list[Reservation] = []

    def receive(self, sku: str, quantity: int, unit_cost: Decimal | str | None = None) -> Entry:
        item = self.catalogue[sku]
        cost = None if unit_cost is None else Decimal(unit_cost)
        if cost is not None and cost < 0:
            raise ValueError("unit_cost must not be negative")
        return self.ledger.post(item.sku, Movement.RECEIPT, quantity, unit_cost=cost)

    def on_hand(self, sku: str) -> int:
        """Return what lies on the shelf, reserved or not."""
        return self.ledger.stock(self.catalogue[sku].sku)

    def reserved(self, sku: str) -> int:
        return sum(
            reservation.lines.get(sku, 0) for reservation in self._reservations if reservation.is_open
        )

    def available(self, sku: str) -> int:
        return self.on_hand(sku) - self.reserved(sku)

    def pick(self, sku: str, quantity: int, *, note: str = "") -> Entry:
        """Take goods out that nobody has reserved."""
        self._check_available(sku, quantity)
        return self.ledger.post(sku, Movement.PICK, quantity, note=note)

    def write_off(self, sku: str, quantity: int, reason: str) -> Entry:
        """Take out what is lost or broken, reserved or not."""
        on_hand = self.on_hand(sku)
        if quantity > on_hand:
            raise InsufficientStock(sku, quantity, on_hand)
        return self.ledger.post(sku, Movement.LOSS, quantity, note=reason)

    def take_back(self, sku: str, quantity: int, order: str = "") -> Entry:
        note = f"from order {order}" if order else ""
        return self.ledger.post(self.catalogue[sku].sku, Movement.RETURN, quantity, note=note)

    def count(self, sku: str, counted: int, *, by: str) -> Entry | None:
        """Correct the stock to what was counted; None when it was right."""
        if counted < 0:
            raise ValueError("counted must not be negative")
        difference = counted - self.on_hand(sku)
        if not difference:
            return None
        return self.ledger.post(sku, Movement.CORRECTION, difference, note=f"counted by {by}")

    def reserve(self, order: str, lines: dict[str, int]) -> Reservation:
        """Keep goods for an order: all of its lines, or none and an error."""
        if not lines:
            raise ValueError("a reservation needs at least one line")
        for sku, quantity in lines.items():
            self._check_available(sku, quantity)
        reservation = Reservation(order, dict(lines))
        self._reservations.append(reservation)
        return reservation

    def release(self, reservation: Reservation) -> None:
        reservation.close()
        self._reservations.remove(reservation)

    def fulfil(self, reservation: Reservation) -> list[Entry]:
        """Pick all that is reserved."""
        for sku, quantity in reservation.lines.items():
            on_hand = self.on_hand(sku)
            if reservation.is_open and quantity > on_hand:
                raise InsufficientStock(sku, quantity, on_hand)
        reservation.close()
        note = f"order {reservation.order}"
        reservation.picked = [
            self.ledger.post(sku, Movement.PICK, quantity, note=note)
            for sku, quantity in reservation.lines.items()
        ]
        self._reservations.remove(reservation)
        return reservation.picked

    @contextmanager
    def reservation(self, order: str, lines: dict[str, int]) -> Iterator[Reservation]:
        """Reserve for the length of a block: fulfilled at its end, released if it raises."""
        reservation = self.reserve(order, lines)
        try:
            yield reservation
        except BaseException:
            if reservation.is_open:
                self.release(reservation)
            raise
        if reservation.is_open:
            self.fulfil(reservation)

    def report(self) -> StockReport:
        quantities = {item.sku: self.on_hand(item.sku) for item in self.catalogue}
        below = tuple(item.sku for item in self.catalogue if quantities[item.sku] < item.reorder_level)
        return StockReport(self._clock(), quantities, below)

    def turnover(self, since: datetime) -> dict[str, int]:
        """Return how many units of each item were picked since a moment."""
        picked: defaultdict[str, int] = defaultdict(int)
        for entry in self.ledger:
            if entry.movement is Movement.PICK and entry.at >= since:
                picked[entry.sku] += entry.quantity
        return dict(picked)

    def _check_available(self, sku: str, quantity: int) -> None:
        if quantity < 1:
            raise ValueError(f"quantity must be at least 1, not {quantity}")
        available = self.available(sku)
        if quantity > available:
            raise InsufficientStock(sku, quantity, available)


def export_csv(ledger: Ledger) -> str:
    """Return the ledger as CSV with a header line."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(CSV_FIELDS)
    for entry in ledger:
        cost = "" if entry.unit_cost is None else str(entry.unit_cost)
        writer.writerow(
            (
                entry.number,
                entry.at.isoformat(),
                entry.sku,
                entry.movement.value,
                entry.quantity,
                cost,
                entry.note,
            )
        )
    return buffer.getvalue()


def import_csv(text: str) -> list[Entry]:
    """Read what `export_csv` wrote."""
    reader = csv.DictReader(io.StringIO(text))
    if tuple(reader.fieldnames or ()) != CSV_FIELDS:
        raise WarehouseError(f"expected the columns {', '.join(CSV_FIELDS)}")
    return [_read_row(row, line) for line, row in enumerate(reader, start=2)]


def _read_row(row: dict[str, str], line: int) -> Entry:
    try:
        return Entry(
            number=int(row["number"]),
            at=datetime.fromisoformat(row["at"]),
            sku=row["sku"],
            movement=Movement(row["movement"]),
            quantity=int(row["quantity"]),
            unit_cost=Decimal(row["unit_cost"]) if row["unit_cost"] else None,
            note=row["note"],
        )
    except (ValueError, ArithmeticError) as exc:
        raise WarehouseError(f"line {line} cannot be read") from exc
