/** A connection that responses are sent to. */
export interface Recipient {
  /** Range in the outbox of the connection's responses of this turn; start and end are equal if there are none. */
  outStart: number;
  outEnd: number;
}

export function hasAnswers({ outStart, outEnd }: Recipient): boolean {
  return outEnd !== outStart;
}

/** Buffers the responses of one turn, contiguous per recipient. Texts must be latin1. */
export interface Outbox<S extends Recipient> {
  readonly bytes: () => Buffer;
  /** Begins a response of at most `size` bytes; everything added until {@link finish} belongs to it. */
  begin(recipient: S, size: number): void;
  addText(text: string): void;
  addBytes(source: Buffer, start: number, end: number): void;
  finish(recipient: S): void;
  /**
   * Returns recipients with responses, in the order of their first responses, and removes the recipients from the list.
   */
  takeRecipients(): S[];
  /** Empties the outbox after everything was sent. */
  clear(): void;
}

const initialSize = 256 * 1024;

export function createOutbox<S extends Recipient>(): Outbox<S> {
  let bytes = Buffer.allocUnsafeSlow(initialSize);
  let used = 0;
  let recipients: S[] = [];

  function makeRoom(size: number): void {
    if (used + size <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, used + size));
    bytes.copy(larger, 0, 0, used);
    bytes = larger;
  }

  return {
    bytes: () => bytes,
    begin(recipient, size) {
      const { outStart, outEnd } = recipient;
      const pending = outEnd - outStart;
      if (pending === 0) {
        makeRoom(size);
        recipients.push(recipient);
        recipient.outStart = used;
      } else {
        makeRoom(pending + size);
        if (outEnd !== used) {
          bytes.copyWithin(used, outStart, outEnd);
          recipient.outStart = used;
          used += pending;
        }
      }
    },
    addText(text) {
      used += bytes.write(text, used, "latin1");
    },
    addBytes(source, start, end) {
      source.copy(bytes, used, start, end);
      used += end - start;
    },
    finish(recipient) {
      recipient.outEnd = used;
    },
    takeRecipients() {
      const taken = recipients;
      recipients = [];
      return taken;
    },
    clear() {
      used = 0;
      if (bytes.length > initialSize) bytes = Buffer.allocUnsafeSlow(initialSize);
    },
  };
}
