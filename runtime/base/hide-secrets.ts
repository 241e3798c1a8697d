/** A service may repeat the secrets it was given; we do not. Shorter values would blot out ordinary words. */
export function hideIn(text: string, secrets: Iterable<string | undefined>): string {
  for (const secret of secrets) if (secret && secret.length >= 6) text = text.replaceAll(secret, "[hidden]");
  return text;
}

/** What headers of the caller's keep secret, with and without the word before it. */
export function secretHeaders(headers: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    /auth|key|token|cookie|secret/i.test(name) ? [value, value.replace(/^\w+ /, "")] : [],
  );
}
