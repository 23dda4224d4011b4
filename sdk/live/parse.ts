/** One Server-Sent Events message. */
export interface SentMessage {
  readonly event: string;
  readonly data: string;
  /** Reconnect delay in milliseconds that the server requested; undefined if the server requested none. */
  readonly retry: number | undefined;
}

/** Maximum characters of one message. */
const messageMax = 16 * 1024 * 1024;

/**
 * Returns a function that takes chunks of text and returns the messages that each completes. Throws RangeError if a
 * message is too large.
 */
export function messageParser(): (text: string) => SentMessage[] {
  let rest = "";
  let [event, retry]: [string, number | undefined] = ["", undefined];
  let data: string[] = [];

  function take(line: string): SentMessage | undefined {
    if (line === "") {
      const message = data.length > 0 ? { event: event || "message", data: data.join("\n"), retry } : undefined;
      [event, data] = ["", []];
      return message;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    if (field === "data") data.push(value);
    if (field === "retry" && /^\d{1,9}$/.test(value)) retry = Number(value);
    return undefined;
  }

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    const size = rest.length + data.reduce((sum, line) => sum + line.length, 0);
    if (size > messageMax) throw new RangeError("A message of the event stream is too large");
    return lines.flatMap((line) => take(line) ?? []);
  };
}
