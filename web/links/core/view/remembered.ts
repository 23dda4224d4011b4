/** Reads a value from this browser's storage with `parse`; null if it is missing or unreadable. */
export function readRemembered<Value>(name: string, parse: (stored: unknown) => Value | null): Value | null {
  try {
    const text = window.localStorage.getItem(name);
    return text === null ? null : parse(JSON.parse(text));
  } catch {
    // Storage may be blocked, or contain data of another release.
    return null;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    window.localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage the value lasts until the page is left.
  }
}
