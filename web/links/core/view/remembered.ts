/** What this browser remembers under a name, read by `parse`; null where there is nothing that it can read. */
export function readRemembered<Value>(name: string, parse: (stored: unknown) => Value | null): Value | null {
  try {
    const text = window.localStorage.getItem(name);
    return text === null ? null : parse(JSON.parse(text));
  } catch {
    // Storage may be forbidden, and what is in it may be another release's.
    return null;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    window.localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Then it holds until the page is left.
  }
}
