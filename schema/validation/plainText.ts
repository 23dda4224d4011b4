/** Whether a text of one line can be stored and shown: no control characters, no halves of a surrogate pair. */
export function isPlainText(value: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(value);
}
