/** `1 click`, `1,234 clicks`, in English: what tools, mails and the API say. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
