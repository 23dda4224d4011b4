/** Formats a count in English, `1 click`, `1,234 clicks`, for tools, mails and the API. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
