import type { ClickHouseClient as LibraryClient } from "@clickhouse/client";

/** The parts of the ClickHouse client library that our services and tools use. */
export interface ClickHouseClient extends Pick<
  LibraryClient,
  "query" | "command" | "exec" | "insert" | "ping" | "close"
> {
  /** The cluster in which the tables are replicated; undefined if tables are not replicated. */
  readonly cluster?: string | undefined;
  /** The state of the addresses; undefined for a client of a single address. */
  readonly addresses?: Addresses | undefined;
}

export interface AddressState {
  readonly name: string;
  readonly inUse: boolean;
  /** Error of the server; null if it responds and accepts the login. */
  readonly problem: string | null;
}

/** The state of a client's addresses. */
export interface Addresses {
  /** Checks all addresses, for at most 1.5 s. */
  states(): Promise<AddressState[]>;
  /** Returns how often the client has switched to another address because one was unavailable. */
  failovers(): number;
  /**
   * Returns the client of an address that answers, for work that must stay with one server throughout. Rejects if none
   * answers. The caller must not close it.
   */
  inUse(): Promise<ClickHouseClient>;
  /** Returns the clients of all addresses. The caller must not close the clients. */
  each(): readonly { readonly name: string; readonly client: ClickHouseClient }[];
}
