import { recordOf } from "@hoplog/schema/recordOf.js";

/** Reasons for which a handshake failed, unless the visitor disconnected. */
export const handshakeRefusals = [
  /** There is no certificate for the name. */
  "unknownName",
  /** The bytes were not TLS, or both sides support no common version or cipher. */
  "failed",
  /** The handshake timed out. */
  "late",
  /** The address has started too many handshakes. */
  "limited",
  /** Too many handshakes were in progress; the oldest was closed. */
  "crowded",
] as const;
export type HandshakeRefusal = (typeof handshakeRefusals)[number];

/** Reasons for which a PROXY header was rejected. */
export const proxyHeaderRefusals = ["malformed", "late"] as const;
export type ProxyHeaderRefusal = (typeof proxyHeaderRefusals)[number];

/** Counts of events before visitors' first bytes. */
export interface AcceptFigures {
  /** Successful handshakes. */
  handshakes: number;
  readonly refusedHandshakes: Record<HandshakeRefusal, number>;
  readonly refusedProxyHeaders: Record<ProxyHeaderRefusal, number>;
}

export function emptyAcceptFigures(): AcceptFigures {
  return {
    handshakes: 0,
    refusedHandshakes: recordOf(handshakeRefusals, () => 0),
    refusedProxyHeaders: recordOf(proxyHeaderRefusals, () => 0),
  };
}
