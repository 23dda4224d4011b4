/** Parses a whole number; null if the text is not one. */
export function wholeNumber(text: string): number | null {
  return /^\d+$/.test(text.trim()) ? Number(text) : null;
}
