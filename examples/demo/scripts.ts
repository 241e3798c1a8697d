import { answer, call, text, thought, type Scripted } from "toolpress/testing";

/** The answers of the embedded fake, by example. A real model answers in its own words. */
export const scripts: Readonly<Record<string, readonly Scripted[]>> = {
  weather: [
    call("get_current_weather", { location: "Boston, MA" }),
    "It is 7.5 °C in Boston, with a light drizzle. Take a jacket.",
  ],
  thermostat: [
    call("get_weather_forecast", { location: "London" }),
    // Models make such mistakes. The answer to the call describes the error, and the next call is valid.
    call("set_thermostat_temperature", { temperature: "twenty degrees" }),
    call("set_thermostat_temperature", { temperature: 20 }),
    "London is at 25 °C, so I set your thermostat to 20 °C.",
  ],
  "three cities": [
    ["Paris", "London", "Rome"].map((location) => call("get_current_weather", { location })),
    "Rome is the warmest at 21 °C, ahead of Paris (16 °C) and London (12 °C).",
  ],
  router: [call("route_to_billing", { reason: "The customer reports a double charge." })],
  approval: [
    call("schedule_meeting", {
      attendees: ["Bob", "Alice"],
      date: "2025-03-14",
      time: "10:00",
      topic: "Q3 planning",
    }),
    "Done: Bob and Alice are invited for 14 March at 10:00.",
  ],
  bookings: [
    call("search_rooms", { from: "2026-05-01", nights: 2, features: ["sea view"] }),
    call("book_room", { room: "12", guest: { name: "Ada Lovelace" }, from: "2026-05-01", nights: 2 }),
    "Room 12 is booked for Ada Lovelace, two nights from 1 May, at 85 euros a night.",
  ],
  streaming: [
    [
      thought("The user wants ", "a product. ", "I have a tool for that."),
      call("multiply", { a: 57, b: 23 }),
    ],
    answer(
      text(
        "57 times 23 ",
        "is 1311. ",
        "It is 57 times 20, which is 1140, ",
        "plus 57 times 3, which is 171.",
      ),
      {
        delayMs: 20,
      },
    ),
  ],
  "code execution": [
    [
      { executableCode: { language: "PYTHON", code: "import sympy\nprint(sympy.prime(10))" } },
      { codeExecutionResult: { outcome: "OUTCOME_OK", output: "29\n" } },
      call("set_light_values", { room: "kitchen", brightness: 29 }),
    ],
    "The 10th prime is 29, so the kitchen light is at 29 percent now.",
  ],
  interactions: [
    [
      thought("Two cities, ", "two calls."),
      call("get_current_weather", { location: "Paris" }),
      call("get_current_weather", { location: "Rome" }),
    ],
    "Rome is 5 °C warmer than Paris.",
  ],
  "official SDK": [call("get_current_weather", { location: "Rome" }), "Rome has 21 °C and sunshine."],
};
