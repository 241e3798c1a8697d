import { isDateTime } from "../runtime/validate/formats/dates.js";
import { received } from "../runtime/validate/received.js";

// Validators that were written by hand for the schemas of the bench. Generated checks are compared with them.

interface Found {
  pointer: string;
  code: string;
  expected: string;
  received: string;
}

type Verdict = { ok: true; value: unknown } | { ok: false; issues: Found[] };

class Problems {
  list: Found[] | undefined = undefined;
  add(code: string, pointer: string, expected: string, value: unknown): void {
    (this.list ??= []).push({ pointer, code, expected, received: received(value) });
  }
}

function verdict(check: (value: unknown, problems: Problems) => void, value: unknown): Verdict {
  const problems = new Problems();
  check(value, problems);
  return problems.list === undefined ? { ok: true, value } : { ok: false, issues: problems.list };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown, pointer: string, least: number, most: number, problems: Problems): void {
  if (typeof value !== "string") problems.add("type", pointer, "string", value);
  else if (value.length < least) problems.add("minLength", pointer, "string", value);
  else if (value.length > most) problems.add("maxLength", pointer, "string", value);
}

function integer(value: unknown, pointer: string, least: number, most: number, problems: Problems): void {
  if (typeof value !== "number" || !Number.isInteger(value)) problems.add("type", pointer, "integer", value);
  else if (value < least) problems.add("minimum", pointer, "integer", value);
  else if (value > most) problems.add("maximum", pointer, "integer", value);
}

function small(value: unknown, problems: Problems): void {
  if (!isRecord(value)) return problems.add("type", "", "object", value);
  text(value.city, "/city", 1, 80, problems);
  if (value.days !== undefined) integer(value.days, "/days", 1, 16, problems);
  const unit = value.unit;
  if (unit !== undefined && unit !== "metric" && unit !== "imperial")
    problems.add("enum", "/unit", "metric | imperial", unit);
  for (const key in value) {
    if (key !== "city" && key !== "days" && key !== "unit")
      problems.add("unknown", "/" + key, "no such property", key);
  }
}

const email = /^[^@\s]+@[^@\s]+$/u;

function attendee(value: unknown, at: string, index: number, problems: Problems): void {
  if (!isRecord(value)) return problems.add("type", at + index, "object", value);
  if (typeof value.email !== "string") problems.add("type", at + index + "/email", "string", value.email);
  else if (value.email.length < 3 || value.email.length > 254 || !email.test(value.email))
    problems.add("pattern", at + index + "/email", "string", value.email);
  if (value.name !== undefined && (typeof value.name !== "string" || value.name.length > 120))
    problems.add("type", at + index + "/name", "string", value.name);
  if (value.optional !== undefined && typeof value.optional !== "boolean")
    problems.add("type", at + index + "/optional", "boolean", value.optional);
  const role = value.role;
  if (role !== undefined && role !== "chair" && role !== "speaker" && role !== "guest")
    problems.add("enum", at + index + "/role", "role", role);
  for (const key in value) {
    if (key !== "email" && key !== "name" && key !== "optional" && key !== "role")
      problems.add("unknown", at + index + "/" + key, "no such property", key);
  }
}

function room(value: unknown, problems: Problems): void {
  if (!isRecord(value)) return problems.add("type", "/room", "object", value);
  text(value.building, "/room/building", 1, Infinity, problems);
  if (value.floor !== undefined) integer(value.floor, "/room/floor", -5, 120, problems);
  const equipment = value.equipment;
  if (equipment !== undefined) {
    if (!Array.isArray(equipment)) problems.add("type", "/room/equipment", "array", equipment);
    else {
      for (let i = 0; i < equipment.length; i += 1) {
        const item: unknown = equipment[i];
        if (item !== "screen" && item !== "camera" && item !== "whiteboard")
          problems.add("enum", "/room/equipment/" + i, "equipment", item);
      }
    }
  }
  for (const key in value) {
    if (key !== "building" && key !== "floor" && key !== "equipment")
      problems.add("unknown", "/room/" + key, "no such property", key);
  }
}

function medium(value: unknown, problems: Problems): void {
  if (!isRecord(value)) return problems.add("type", "", "object", value);
  text(value.title, "/title", 1, 200, problems);
  if (typeof value.start !== "string") problems.add("type", "/start", "date-time", value.start);
  else if (!isDateTime(value.start)) problems.add("format", "/start", "date-time", value.start);
  if (value.minutes !== undefined) integer(value.minutes, "/minutes", 5, 480, problems);
  const attendees = value.attendees;
  if (!Array.isArray(attendees)) problems.add("type", "/attendees", "array", attendees);
  else if (attendees.length < 1 || attendees.length > 50)
    problems.add("minItems", "/attendees", "array", attendees);
  else for (let i = 0; i < attendees.length; i += 1) attendee(attendees[i], "/attendees/", i, problems);
  if (value.room !== undefined) room(value.room, problems);
  const repeat = value.repeat;
  if (
    repeat !== undefined &&
    repeat !== "none" &&
    repeat !== "daily" &&
    repeat !== "weekly" &&
    repeat !== "monthly"
  )
    problems.add("enum", "/repeat", "repeat", repeat);
  if (value.reminder !== undefined && value.reminder !== null)
    integer(value.reminder, "/reminder", 0, Infinity, problems);
  for (const key in value) {
    if (
      key !== "title" &&
      key !== "start" &&
      key !== "minutes" &&
      key !== "attendees" &&
      key !== "room" &&
      key !== "repeat" &&
      key !== "reminder"
    ) {
      problems.add("unknown", "/" + key, "no such property", key);
    }
  }
}

function line(value: unknown, index: number, problems: Problems): void {
  if (!isRecord(value)) return problems.add("type", "/lines/" + index, "object", value);
  const { sku, quantity, price, currency, tags, shipped, gift } = value;
  if (typeof sku !== "string" || sku.length < 1 || sku.length > 32)
    problems.add("type", "/lines/" + index + "/sku", "string", sku);
  if (!Number.isInteger(quantity) || (quantity as number) < 1 || (quantity as number) > 999)
    problems.add("type", "/lines/" + index + "/quantity", "integer", quantity);
  if (typeof price !== "number" || price < 0)
    problems.add("type", "/lines/" + index + "/price", "number", price);
  if (
    currency !== undefined &&
    currency !== "EUR" &&
    currency !== "USD" &&
    currency !== "GBP" &&
    currency !== "CHF"
  )
    problems.add("enum", "/lines/" + index + "/currency", "currency", currency);
  if (tags !== undefined) {
    if (!Array.isArray(tags) || tags.length > 8)
      problems.add("type", "/lines/" + index + "/tags", "array", tags);
    else
      for (let i = 0; i < tags.length; i += 1)
        if (typeof tags[i] !== "string")
          problems.add("type", "/lines/" + index + "/tags/" + i, "string", tags[i]);
  }
  if (shipped !== undefined && (typeof shipped !== "string" || !isDateTime(shipped)))
    problems.add("format", "/lines/" + index + "/shipped", "date-time", shipped);
  if (gift !== undefined && typeof gift !== "boolean")
    problems.add("type", "/lines/" + index + "/gift", "boolean", gift);
  for (const key in value) {
    if (
      key !== "sku" &&
      key !== "quantity" &&
      key !== "price" &&
      key !== "currency" &&
      key !== "tags" &&
      key !== "shipped" &&
      key !== "gift"
    ) {
      problems.add("unknown", "/lines/" + index + "/" + key, "no such property", key);
    }
  }
}

function large(value: unknown, problems: Problems): void {
  if (!isRecord(value)) return problems.add("type", "", "object", value);
  const { customer, lines } = value;
  if (!isRecord(customer)) problems.add("type", "/customer", "object", customer);
  else {
    text(customer.id, "/customer/id", 1, Infinity, problems);
    const { address } = customer;
    if (address !== undefined) {
      if (!isRecord(address)) problems.add("type", "/customer/address", "object", address);
      else {
        text(address.street, "/customer/address/street", 0, Infinity, problems);
        text(address.city, "/customer/address/city", 0, Infinity, problems);
        if (address.zip !== undefined) text(address.zip, "/customer/address/zip", 0, 12, problems);
        for (const key in address)
          if (key !== "street" && key !== "city" && key !== "zip")
            problems.add("unknown", "/customer/address/" + key, "no such property", key);
      }
    }
    for (const key in customer)
      if (key !== "id" && key !== "address")
        problems.add("unknown", "/customer/" + key, "no such property", key);
  }
  if (!Array.isArray(lines) || lines.length < 1 || lines.length > 1_000)
    problems.add("type", "/lines", "array", lines);
  else for (let i = 0; i < lines.length; i += 1) line(lines[i], i, problems);
  for (const key in value)
    if (key !== "customer" && key !== "lines") problems.add("unknown", "/" + key, "no such property", key);
}

export const handWritten: Readonly<Record<string, (value: unknown) => Verdict>> = {
  small: (value) => verdict(small, value),
  medium: (value) => verdict(medium, value),
  large: (value) => verdict(large, value),
};
