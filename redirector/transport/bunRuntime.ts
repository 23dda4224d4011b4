/** A Bun socket, which is not a stream. */
export interface BunSocket<D> {
  data: D;
  readonly remoteAddress: string;
  /** Returns the number of bytes that the system accepted and discards the rest; negative if the socket is closed. */
  write(bytes: Uint8Array, offset: number, length: number): number;
  pause(): void;
  resume(): void;
  /** Closes only our side. */
  shutdown(): void;
  /** Closes both sides, with one system call fewer than `end`. */
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
  /** Maps a file into memory that is shared with all processes that map it. Throws if that fails. */
  mmap(path: string): Uint8Array;
  /** Listens on a port. Throws the system's error if that fails. */
  listen<D>(options: BunListenOptions<D>): { readonly port: number; stop(closeConnections: boolean): void };
}

/** Returns the Bun runtime; null on other runtimes. */
export function bunRuntime(): BunRuntime | null {
  const bun: unknown = Reflect.get(globalThis, "Bun");
  return isBun(bun) ? bun : null;
}

function isBun(value: unknown): value is BunRuntime {
  if (typeof value !== "object" || value === null || !("listen" in value) || !("mmap" in value)) return false;
  return typeof value.listen === "function" && typeof value.mmap === "function";
}
