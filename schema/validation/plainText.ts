/** Whether a text of one line can be stored and shown: no control characters, no halves of a surrogate pair. */
export function isPlainText(value: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(value);
}

/** As {@link isPlainText}, of several lines: line breaks and tabs may be among the signs. */
export function isPlainParagraphs(value: string): boolean {
  return isPlainText(value.replace(/[\r\n\t]/g, " "));
}
