import type { ClickHouseClient as LibraryClient } from "@clickhouse/client";

/** What our services and tools use of ClickHouse's own client. */
export interface ClickHouseClient extends Pick<
  LibraryClient,
  "query" | "command" | "exec" | "insert" | "ping" | "close"
> {
  /** The cluster that the tables are replicated in; undefined where they are not. */
  readonly cluster?: string | undefined;
  /** Undefined with one address. */
  readonly addresses?: Addresses | undefined;
}

export interface AddressState {
  readonly name: string;
  readonly inUse: boolean;
  /** Null where it answers and takes the login. */
  readonly problem: string | null;
}

/** What is known of the addresses of one client. */
export interface Addresses {
  /** Asks all of them, for 1.5 s at most. */
  states(): Promise<AddressState[]>;
  /** How often another address was taken since one was away. */
  failovers(): number;
  /** One that answers, for work that must stay with one server from its beginning to its end. Not to be closed. */
  inUse(): Promise<ClickHouseClient>;
  /** All of them, each by itself. Not to be closed. */
  each(): readonly { readonly name: string; readonly client: ClickHouseClient }[];
}
