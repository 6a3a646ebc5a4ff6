"""Interest that earns interest."""


def compound_interest(principal: float, rate: float, years: int, periods: int = 12) -> float:
    """Return the balance after a number of years."""
    if principal < 0:
        raise ValueError("principal must not be negative")
    if periods < 1:
        raise ValueError(f"periods must be at least 1, not {periods}")
    return round(principal * (1 + rate / periods) ** (periods * years), 2)


def years_to_double(rate: float) -> int:
    if rate <= 0:
        raise ValueError("rate must be positive")
    years, balance = 0, 1.0
    while balance < 2:
        balance *= 1 + rate
        years += 1
    return years
