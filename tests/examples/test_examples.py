from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from reflexion_core.source.reading import read_source_file
from reflexion_core.source.symbols import public_symbols

FOLDER = Path(__file__).parents[2] / "examples"
FILES = sorted(FOLDER.glob("*.py"))


@pytest.fixture
def load() -> Iterator[Any]:
    """Import an example under a name that no other module has."""
    loaded: list[str] = []

    def load_example(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        loaded.append(spec.name)
        spec.loader.exec_module(module)
        return module

    yield load_example
    for name in loaded:
        del sys.modules[name]


def test_there_are_ten_examples() -> None:
    assert len(FILES) >= 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_can_be_read_and_has_public_symbols(path: Path) -> None:
    assert public_symbols(read_source_file(path, max_bytes=100_000))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_imports_and_has_the_symbols_that_its_source_shows(path: Path, load: Any) -> None:
    module = load(path.stem)
    for symbol in public_symbols(read_source_file(path, max_bytes=100_000)):
        owner: Any = module
        for name in symbol.split("."):
            owner = getattr(owner, name)


def test_one_example_is_short_and_one_is_long() -> None:
    lengths = [read_source_file(path, max_bytes=100_000).line_count for path in FILES]
    assert 15 <= min(lengths) <= 25
    assert 380 <= max(lengths) <= 450


def test_compound_interest(load: Any) -> None:
    module = load("compound_interest")
    assert module.compound_interest(1000, 0.05, 10) == 1647.01
    assert module.compound_interest(1000, 0.05, 10, periods=1) == 1628.89
    assert module.years_to_double(0.07) == 11
    with pytest.raises(ValueError, match=r"^periods must be at least 1, not 0$"):
        module.compound_interest(1000, 0.05, 10, 0)


def test_classification_metrics(load: Any) -> None:
    module = load("classification_metrics")
    truth, predicted = [True, True, False, False], [True, False, True, False]
    assert module.confusion_counts(truth, predicted) == {"tp": 1, "fp": 1, "fn": 1, "tn": 1}
    assert module.precision(truth, predicted) == 0.5
    assert module.recall([False], [False], zero_division=1.0) == 1.0
    assert module.f_score([True, True, False], [True, True, True], beta=2) == pytest.approx(10 / 11)
    with pytest.raises(ValueError, match=r"^got 1 labels but 2 predictions$"):
        module.recall([True], [True, False])
    with pytest.raises(ZeroDivisionError, match=r"^precision is undefined without positive predictions$"):
        module.precision([True], [False])


def test_webhook_signature(load: Any) -> None:
    module = load("webhook_signature")
    header = module.sign("key", b"{}", 1000)
    assert header.startswith("v1=")
    module.verify("key", b"{}", header, 1000, now=1300)
    assert module.is_authentic("key", b"{}", header, 1000, now=1000)
    assert not module.is_authentic("key", b"[]", header, 1000, now=1000)
    message = r"^timestamp is 301 seconds off, at most 300 are allowed$"
    with pytest.raises(module.SignatureError, match=message):
        module.verify("key", b"{}", header, 1000, now=1301)


def test_hotel_booking(load: Any) -> None:
    module = load("hotel_booking")
    week = module.Booking.for_nights("Ada", date(2024, 3, 1), 7, guests=2)
    assert (week.nights, week.is_long_stay, week.total) == (7, True, Decimal("504.00"))
    assert week.extended().departure == date(2024, 3, 9)
    assert not week.overlaps(module.Booking.for_nights("Bo", date(2024, 3, 8), 1))
    with pytest.raises(ValueError, match=r"^a room holds 1 to 4 guests, not 5$"):
        module.Booking.for_nights("Cy", date(2024, 3, 1), 1, guests=5)


def test_rate_limiting(load: Any) -> None:
    module = load("rate_limiting")
    now = [0.0]
    window = module.SlidingWindowLimiter(2, 10.0, clock=lambda: now[0])
    assert [window.try_acquire() for _ in range(3)] == [True, True, False]
    with pytest.raises(module.LimitExceeded, match=r"^limit exceeded, retry in 10\.0 s$"):
        window.acquire()
    now[0] = 10.0
    assert window.remaining == 2
    bucket = module.TokenBucketLimiter(2, 1.0, 3, clock=lambda: now[0])
    assert [bucket.try_acquire() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait_time() == 0.5


def test_weather_client(load: Any) -> None:
    module = load("weather_client")
    asked: list[str] = []

    async def transport(address: str) -> tuple[int, bytes]:
        asked.append(address)
        city = address.rpartition("=")[2]
        if city == "Nowhere":
            return 404, b""
        if city == "Busy":
            return 503, b""
        return 200, json.dumps({"city": city, "celsius": len(city)}).encode()

    async def talk() -> None:
        async with module.WeatherClient(transport, pause=0) as client:
            assert (await client.current("Rome")).fahrenheit == 39.2
            cities = ["Rome", "Nowhere", "Oslo"]
            assert [report.city async for report in client.several(cities)] == ["Rome", "Oslo"]
            assert (await client.warmest("Rome", "Madrid")).city == "Madrid"
            with pytest.raises(module.ServiceUnavailable, match=r"^gave up after 3 attempts$"):
                await client.current("Busy")
            with pytest.raises(module.CityNotFound, match=r"^no such city: Nowhere$"):
                await client.current("Nowhere")
        with pytest.raises(RuntimeError, match=r"^client is closed$"):
            await client.current("Rome")

    asyncio.run(talk())
    assert asked[0] == "https://weather.example/v1/current?city=Rome"


def test_streams(load: Any) -> None:
    module = load("streams")
    assert list(module.chunked("abcde", 2)) == [["a", "b"], ["c", "d"], ["e"]]
    assert list(module.windowed([1, 2, 3])) == [(1, 2), (2, 3)]
    assert list(module.interleave("abc", "x")) == ["a", "x", "b", "c"]
    assert list(module.flatten([1, [2, [3]]], 1)) == [1, 2, [3]]
    mean = module.running_mean()
    assert [next(mean), mean.send(2.0), mean.send(4.0)] == [0.0, 2.0, 3.0]
    with pytest.raises(StopIteration) as ended:
        mean.send(float("nan"))
    assert ended.value.value == 2
    with pytest.raises(ValueError, match=r"^size must be at least 1, not 0$"):
        next(module.chunked([], 0))


def test_text_layout(load: Any) -> None:
    module = load("text_layout")
    assert module.truncate("a" * 40) == "a" * 31 + "…"
    assert module.pad("7", 3, "0", side="left") == "007"
    assert module.format_number(-1234.5, thousands=",") == "\N{MINUS SIGN}1,234.50"
    assert module.format_number(float("nan")) == "n/a"
    assert module.table([["a", 1], ["bcd", 22]], headers=["k", "n"]) == "k    n\na    1\nbcd  22"
    assert module.pick({"a": 1, "b": 2}, "a", c="b") == {"a": 1, "c": 2}
    with pytest.raises(KeyError, match="z"):
        module.pick({}, "z")
    with pytest.raises(ValueError, match=r"^side must be 'left' or 'right', not 'top'$"):
        module.pad("a", 3, side="top")


def test_settings_loader(load: Any, tmp_path: Path) -> None:
    module = load("settings_loader")
    assert module.parse_settings("[server]\nhost = a\nport = 9\n") == module.Settings("a", port=9)
    default = module.Settings("b")
    assert module.load_or_default(tmp_path / "none.ini", default) is default
    for text, message in {
        "[server]\n": "host: is required",
        "[other]\n": "server: section is missing",
        "[server]\nhost=a\nport=x\n": "port: 'x' is not a whole number",
        "[server]\nhost=a\nport=0\n": "port: 0 is not between 1 and 65535",
        "[server]\nhost=a\ntimeout=-1\n": "timeout: must be positive",
        "[server]\nhost=a\nlevel=loud\n": "level: must be one of debug, info, warning, error",
        "[server]\nhost=a\ndebug=maybe\n": "debug: 'maybe' is neither yes nor no",
        "host\n": "file: is not INI text",
    }.items():
        with pytest.raises(module.SettingsError) as caught:
            module.parse_settings(text)
        assert str(caught.value) == message
    with pytest.raises(module.SettingsError, match=r"^file: none\.ini does not exist$"):
        module.load_settings(tmp_path / "none.ini")


def test_warehouse_ledger(load: Any) -> None:
    module = load("warehouse_ledger")
    now = [datetime(2024, 1, 1, tzinfo=UTC)]

    def clock() -> datetime:
        now[0] += timedelta(days=1)
        return now[0]

    items = [module.Item("NUT", "Hex nut", reorder_level=100), module.Item("BOLT", "Hex bolt")]
    house = module.Warehouse(module.Catalogue(items), clock=clock)
    house.receive("NUT", 50, "0.10")
    house.receive("NUT", 50, "0.21")
    kept = house.reserve("A1", {"NUT": 70})
    assert (house.on_hand("NUT"), house.reserved("NUT"), house.available("NUT")) == (100, 70, 30)
    with pytest.raises(module.InsufficientStock, match=r"^NUT: 31 wanted, 30 available$"):
        house.pick("NUT", 31)
    assert [entry.change for entry in house.fulfil(kept)] == [-70]
    with pytest.raises(module.ReservationClosed, match=r"^the reservation for A1 is closed$"):
        house.release(kept)
    assert house.count("NUT", 28, by="Eve").change == -2
    assert house.count("NUT", 28, by="Eve") is None
    assert house.ledger.average_cost("NUT") == Decimal("0.16")
    assert house.ledger.stock("NUT", at=datetime(2024, 1, 2, tzinfo=UTC)) == 50
    with house.reservation("A2", {"NUT": 8}):
        pass
    assert house.turnover(datetime(2024, 1, 1, tzinfo=UTC)) == {"NUT": 78}
    assert house.report().render() == ("stock on 2024-01-07\nBOLT             0\nNUT             20 !")
    with pytest.raises(module.UnknownItem, match=r"^no item with the SKU 'SCREW'$"):
        house.receive("SCREW", 1)


def test_a_warehouse_ledger_survives_export_and_import(load: Any) -> None:
    module = load("warehouse_ledger")
    house = module.Warehouse(module.Catalogue([module.Item("NUT", "Nut")]))
    house.receive("NUT", 5, "0.10")
    house.write_off("NUT", 2, "rust, mostly")
    copy = module.Ledger()
    copy.restore(module.import_csv(module.export_csv(house.ledger)))
    assert list(copy) == list(house.ledger)
    assert copy.stock("NUT") == 3
