/** Whoever has something to say in a turn. */
export interface Speaker {
  /** Where its answers of this turn stand in the outbox; the same twice when there are none. */
  outStart: number;
  outEnd: number;
}

export function hasAnswers({ outStart, outEnd }: Speaker): boolean {
  return outEnd !== outStart;
}

/** What is said in one turn, each speaker's answers in one piece. Texts are of characters that are bytes (latin1). */
export interface Outbox<S extends Speaker> {
  readonly bytes: () => Buffer;
  /** Begins an answer of so many bytes at most: what is added until {@link finish} belongs to it. */
  begin(speaker: S, size: number): void;
  addText(text: string): void;
  addBytes(source: Buffer, start: number, end: number): void;
  finish(speaker: S): void;
  /** Those that have answers here, in the order of their first ones. Each is given once. */
  takeSpeakers(): S[];
  /** Everything has left. */
  clear(): void;
}

const usualSize = 256 * 1024;

export function createOutbox<S extends Speaker>(): Outbox<S> {
  let bytes = Buffer.allocUnsafeSlow(usualSize);
  let used = 0;
  let speakers: S[] = [];

  function makeRoom(size: number): void {
    if (used + size <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, used + size));
    bytes.copy(larger, 0, 0, used);
    bytes = larger;
  }

  return {
    bytes: () => bytes,
    begin(speaker, size) {
      const { outStart, outEnd } = speaker;
      const said = outEnd - outStart;
      if (said === 0) {
        makeRoom(size);
        speakers.push(speaker);
        speaker.outStart = used;
      } else {
        makeRoom(said + size);
        if (outEnd !== used) {
          bytes.copyWithin(used, outStart, outEnd);
          speaker.outStart = used;
          used += said;
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
    finish(speaker) {
      speaker.outEnd = used;
    },
    takeSpeakers() {
      const taken = speakers;
      speakers = [];
      return taken;
    },
    clear() {
      used = 0;
      if (bytes.length > usualSize) bytes = Buffer.allocUnsafeSlow(usualSize);
    },
  };
}
