import { describe, expect, it } from "vitest";
import { isDateTime, isIsoDateTime, isIsoTime, isLocalDateTime, isLocalTime } from "../../runtime/v1.js";

const rows: readonly (readonly [string, { date?: boolean; local?: boolean; iso?: boolean }])[] = [
  ["2026-01-31T10:00:00Z", { date: true, iso: true }],
  ["2026-01-31T10:00:00.5+02:00", { date: true, iso: true }],
  ["2026-01-31 10:00:00+02:00", { iso: true }],
  ["2026-01-31T10:00:00", { local: true, iso: true }],
  ["2026-01-31t10:00:00.123456", { local: true, iso: true }],
  ["2026-01-31 10:00", { local: true, iso: true }],
  ["2024-02-29T00:00", { local: true, iso: true }],
  ["2026-02-29T00:00:00", {}],
  ["2026-01-31T24:00:00", {}],
  ["2026-01-31T10:60", {}],
  ["2026-01-31", {}],
  ["2026-01-31T10", {}],
  ["2026-01-31  10:00:00", {}],
  ["2026-01-31T10:00:00ZZ", {}],
  ["", {}],
];

describe("dates and times with and without an offset", () => {
  it.each(rows)("%s", (text, { date = false, local = false, iso = false }) => {
    expect([isDateTime(text), isLocalDateTime(text), isIsoDateTime(text)]).toEqual([date, local, iso]);
  });

  it.each([
    ["10:00:00", true, true],
    ["10:00", true, true],
    ["10:00:00Z", false, true],
    ["10:00:00-05:00", false, true],
    ["25:00:00", false, false],
    ["10", false, false],
    ["", false, false],
  ])("%s", (text, local, iso) => {
    expect([isLocalTime(text), isIsoTime(text)]).toEqual([local, iso]);
  });
});
