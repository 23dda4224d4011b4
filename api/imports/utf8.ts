/** Nothing of the file can be read, or nothing further. The message is fit to be shown. */
export class UnreadableFile extends Error {}

export function notUtf8(): UnreadableFile {
  return new UnreadableFile("The file is not UTF-8 text: save it as CSV in UTF-8");
}

export function textOf(bytes: Uint8Array): string {
  try {
    // Postgres has no room for this one.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replaceAll("\0", "\uFFFD");
  } catch {
    throw notUtf8();
  }
}
