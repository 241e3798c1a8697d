"""Weather tools for Gemini, written in Python."""


def get_current_weather(location: str, unit: str = "celsius") -> dict:
    """Gets the current weather for a given location.

    Args:
        location: The city and state, e.g. Boston, MA
        unit: The unit of the temperature, celsius or fahrenheit
    """
    celsius = {"Boston": 7, "Paris": 16}.get(location.split(",")[0], 10)
    return {"location": location, "unit": unit, "temperature": celsius if unit == "celsius" else celsius * 1.8 + 32}
