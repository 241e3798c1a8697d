/**
 * Removes secrets from a text of a service, which may repeat them. Shorter values are kept, because they would match
 * ordinary words.
 */
export function hideIn(text: string, secrets: Iterable<string | undefined>): string {
  for (const secret of secrets) if (secret && secret.length >= 6) text = text.replaceAll(secret, "[hidden]");
  return text;
}

/** The secret values of a user's headers, with and without their scheme, such as `Bearer`. */
export function secretHeaders(headers: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    /auth|key|token|cookie|secret/i.test(name) ? [value, value.replace(/^\w+ /, "")] : [],
  );
}
