import type { BunSocket } from "./bunRuntime.ts";
import { createLane, type Lane } from "./lane.ts";
import type { Transport } from "./transport.ts";

/**
 * A connection on a Bun socket. It is a class because one is created per visit: closures would be most of a visit's
 * garbage, whose collection delays the slowest redirects.
 */
export class BunTransport<D> implements Transport {
  readonly isTls = false;
  readonly #socket: BunSocket<D>;
  /** Bytes that the system has not accepted yet. */
  #unsent: Buffer[] | null = null;
  #isClosed = false;
  #hasEnded = false;
  #hasPeerEnded = false;
  #after: "stay" | "end" | "close" = "stay";
  #whenSent: (() => void) | null = null;
  #lane: Lane | null = null;

  constructor(socket: BunSocket<D>) {
    this.#socket = socket;
  }

  get lane(): Lane | null {
    return this.#lane;
  }

  /** Sends bytes; copies those that can't be sent at once, because their buffer may be overwritten. */
  send(bytes: Buffer, start: number, end: number): boolean {
    if (this.#isClosed) return true;
    if (this.#unsent) {
      this.#unsent.push(Buffer.from(bytes.subarray(start, end)));
      return false;
    }
    const sent = this.#socket.write(bytes, start, end - start);
    if (sent === end - start || this.#isClosed || sent < 0) return true;
    this.#unsent = [Buffer.from(bytes.subarray(start + sent, end))];
    return false;
  }

  isWaiting(): boolean {
    return this.#unsent !== null;
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  end(): void {
    this.#finish("end");
  }

  endBothWays(): void {
    this.#finish("close");
  }

  destroy(): void {
    this.#socket.terminate();
  }

  toStream(buffered: Buffer | null) {
    const lane = createLane(
      {
        write: (bytes, done) => {
          if (this.send(bytes, 0, bytes.length)) done();
          else this.#whenSent = done;
        },
        end: () => this.end(),
        pause: () => this.pause(),
        resume: () => this.resume(),
        destroy: () => this.destroy(),
      },
      buffered,
    );
    this.#lane = lane;
    if (this.#hasPeerEnded) lane.take(null);
    this.resume();
    return lane.stream;
  }

  reclaim(): Buffer | null {
    const unread = this.#lane?.release() ?? null;
    this.#lane = null;
    return unread;
  }

  /** Continues sending. Returns false while bytes remain. */
  drain(): boolean {
    const unsent = this.#unsent ?? [];
    for (let bytes = unsent[0]; bytes; bytes = unsent[0]) {
      const sent = this.#socket.write(bytes, 0, bytes.length);
      if (sent < bytes.length) {
        if (sent > 0) unsent[0] = bytes.subarray(sent);
        return false;
      }
      unsent.shift();
    }
    this.#unsent = null;
    const done = this.#whenSent;
    this.#whenSent = null;
    done?.();
    if (this.#after !== "stay") this.#finish(this.#after);
    return true;
  }

  peerEnded(): void {
    this.#hasPeerEnded = true;
    if (this.#hasEnded) this.#socket.close();
  }

  closed(): void {
    this.#isClosed = true;
    this.#unsent = null;
    this.#lane?.destroy();
  }

  #finish(next: "end" | "close"): void {
    this.#after = this.#after === "close" ? "close" : next;
    if (this.#isClosed || this.#unsent) return;
    if (this.#after === "close" || this.#hasPeerEnded) {
      this.#socket.close();
    } else if (!this.#hasEnded) {
      this.#hasEnded = true;
      this.#socket.shutdown();
    }
  }
}
