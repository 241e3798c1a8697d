/**
 * Replaces secrets in a text by "[hidden]". A service may repeat a secret in an error message. Secrets with
 * fewer than six characters are not replaced, because they could match ordinary words.
 */
export function hideIn(text: string, secrets: Iterable<string | undefined>): string {
  for (const secret of secrets) if (secret && secret.length >= 6) text = text.replaceAll(secret, "[hidden]");
  return text;
}

/**
 * Returns the secret values of headers that the user configured: each value as it is, and again without its
 * scheme, such as `Bearer`.
 */
export function secretHeaders(headers: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    /auth|key|token|cookie|secret/i.test(name) ? [value, value.replace(/^\w+ /, "")] : [],
  );
}
