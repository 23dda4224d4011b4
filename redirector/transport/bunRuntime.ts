/** A connection of Bun's own, which does without streams. */
export interface BunSocket<D> {
  data: D;
  readonly remoteAddress: string;
  /** Gives the number of bytes that the system has taken, and forgets the others; less than 0 when it is closed. */
  write(bytes: Uint8Array, offset: number, length: number): number;
  pause(): void;
  resume(): void;
  /** Ends our side alone. */
  shutdown(): void;
  /** Closes both, with one call to the system less than `end`. */
  close(): void;
  terminate(): void;
}

export interface BunListenOptions<D> {
  readonly hostname: string;
  readonly port: number;
  readonly reusePort: boolean;
  readonly allowHalfOpen: boolean;
  readonly socket: {
    open(socket: BunSocket<D>): void;
    data(socket: BunSocket<D>, bytes: Buffer): void;
    end(socket: BunSocket<D>): void;
    drain(socket: BunSocket<D>): void;
    close(socket: BunSocket<D>): void;
    error(socket: BunSocket<D>, error: Error): void;
  };
}

export interface BunRuntime {
  /** The bytes of a file, shared with every process that has it open. Throws where that can't be done. */
  mmap(path: string): Uint8Array;
  /** Throws what the system says when it can't listen. */
  listen<D>(options: BunListenOptions<D>): { readonly port: number; stop(closeConnections: boolean): void };
}

/** Null where this is another runtime. */
export function bunRuntime(): BunRuntime | null {
  const bun: unknown = Reflect.get(globalThis, "Bun");
  return isBun(bun) ? bun : null;
}

function isBun(value: unknown): value is BunRuntime {
  if (typeof value !== "object" || value === null || !("listen" in value) || !("mmap" in value)) return false;
  return typeof value.listen === "function" && typeof value.mmap === "function";
}
