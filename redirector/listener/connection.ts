import type { LinkAddress } from "@hoplog/schema/topics/links/key.js";
import type { FoundEntry } from "../replica/linkEntry.ts";
import type { RequestHead } from "./requestHead.ts";
import type { Recipient } from "./outbox.ts";
import type { Place } from "../transport/line.ts";
import type { Transport } from "../transport/transport.ts";

/** One visitor's connection. */
export interface Connection extends Recipient {
  readonly transport: Transport;
  /** The peer's address; also as 16 bytes, and whether it is one of our own proxies. */
  readonly peer: string;
  readonly address: Uint8Array;
  readonly isProxy: boolean;
  /** What answers its plain requests. */
  readonly plain: PlainRequests;
  /**
   * `reading`: requests are taken as they come. `waiting`: nothing more is taken until a lookup has ended. `full`:
   * until what was sent has left. `leaving`: what is buffered goes to the HTTP server after the pending answers.
   * `left`: it is there, until one of its requests is to be read here again: that is buffered until the ones before are answered.
   * `ending`: its last request has been taken; what comes behind it is dropped.
   */
  state: "reading" | "waiting" | "full" | "leaving" | "left" | "ending";
  /** Requests that the HTTP server has to answer. */
  underWay: number;
  /** That the HTTP server got. */
  requests: number;
  /** Bytes that were read and not understood yet. */
  buffered: Buffer | null;
  /** The visitor will send no more. */
  ended: boolean;
  /** Something came behind the request whose answer is the last, or may have. */
  hasMore: boolean;
  /** When something last went well: a connection, a request, an answer that has left. Milliseconds since the epoch. */
  activeAt: number;
  /** `activeAt` when room was last looked for. */
  seenAt: number;
  /** Among the open connections; null for one that is not among them. */
  place: Place<Connection> | null;
}

/**
 * What became of a plain request: `answered`, in the outbox; `unknown` for a code that the replica does not know, with what
 * stands behind it; `later` for one that is to be answered again then; `other` for what only the HTTP server answers.
 */
export type PlainAnswer =
  | { readonly kind: "answered" }
  | { readonly kind: "unknown"; readonly address: LinkAddress; readonly rest: string }
  | { readonly kind: "later"; readonly until: Promise<void>; readonly again: (at: number) => PlainAnswer }
  | { readonly kind: "other" };

/** Answers plain requests. */
export interface PlainRequests {
  /** `at` is the time of the visit in milliseconds. */
  answer(connection: Connection, bytes: Buffer, head: RequestHead, at: number): PlainAnswer;
  /** Answers for a code that was looked up outside the replica; `rest` stands behind it. */
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
