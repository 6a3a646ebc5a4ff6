"""A thermometer."""


class Probe:
    """Measures."""

    def __init__(self, celsius=20.0):
        self._celsius = celsius

    @property
    def celsius(self):
        """Degrees Celsius."""
        return self._celsius

    @property
    def fahrenheit(self):
        """Degrees Fahrenheit."""
        return self._celsius * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        self._celsius = (value - 32) * 5 / 9
