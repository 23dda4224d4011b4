/** What was typed as a whole number; null where it is none. */
export function wholeNumber(text: string): number | null {
  return /^\d+$/.test(text.trim()) ? Number(text) : null;
}
