import type { LinkAddress } from "@hoplog/schema/topics/links/key.js";
import type { FoundEntry } from "../replica/linkEntry.ts";
import type { RequestHead } from "./requestHead.ts";
import type { Recipient } from "./outbox.ts";
import type { Place } from "../transport/line.ts";
import type { Transport } from "../transport/transport.ts";

/** A connection from a visitor or a trusted proxy. */
export interface Connection extends Recipient {
  readonly transport: Transport;
  /** The peer's address; `address` is the same as 16 bytes, and `isProxy` whether it is a trusted proxy. */
  readonly peer: string;
  readonly address: Uint8Array;
  readonly isProxy: boolean;
  /** Handler of requests that need no HTTP server; differs for connections with and without TLS. */
  readonly plain: PlainRequests;
  /**
   * `reading`: handles requests as they arrive. `waiting`: reads nothing until a lookup has ended. `full`: reads
   * nothing until the responses were sent. `leaving`: after its pending responses the connection is passed to the HTTP
   * server. `left`: the HTTP server has it; a request that is to be handled here again is buffered until the earlier
   * ones are answered. `ending`: its last request was read; further bytes are dropped.
   */
  state: "reading" | "waiting" | "full" | "leaving" | "left" | "ending";
  /** Number of requests that the HTTP server is handling. */
  underWay: number;
  /** Total number of requests that the HTTP server received. */
  requests: number;
  /** Bytes that were read but not parsed yet. */
  buffered: Buffer | null;
  /** Whether the visitor has closed their side. */
  ended: boolean;
  /** Whether bytes arrived, or may have arrived, after the last request. */
  hasMore: boolean;
  /** Time of the last progress: a connection, a request or a sent response. Milliseconds since the epoch. */
  activeAt: number;
  /** Value of `activeAt` at the last search for an inactive connection to close. */
  seenAt: number;
  /** The connection's place in the line of open connections; null if it is not in the line. */
  place: Place<Connection> | null;
}

/**
 * Result of a plain request. `answered`: the response is in the outbox; `unknown`: the replica does not know the code
 * (`rest` is the path after it); `later`: call `again` when `until` resolves; `other`: only the HTTP server can answer
 * it.
 */
export type PlainAnswer =
  | { readonly kind: "answered" }
  | { readonly kind: "unknown"; readonly address: LinkAddress; readonly rest: string }
  | { readonly kind: "later"; readonly until: Promise<void>; readonly again: (at: number) => PlainAnswer }
  | { readonly kind: "other" };

/** Handles plain requests. */
export interface PlainRequests {
  /** Answers a request; `at` is the time of the visit in milliseconds. */
  answer(connection: Connection, bytes: Buffer, head: RequestHead, at: number): PlainAnswer;
  /** Answers a request whose code was looked up outside the replica; `rest` is the path after it. */
  answerLookup(
    connection: Connection,
    bytes: Buffer,
    head: RequestHead,
    at: number,
    address: LinkAddress,
    rest: string,
    entry: FoundEntry | null,
  ): PlainAnswer;
}
