import { recordOf } from "@hoplog/schema/recordOf.js";

/** Why a handshake came to nothing, unless the visitor left. */
export const handshakeRefusals = [
  /** There is no certificate for the name. */
  "unknownName",
  /** What came was no TLS, or nothing that both sides can speak. */
  "failed",
  /** It was not over in time. */
  "late",
  /** The address has begun too many. */
  "limited",
  /** There were too many at once: the oldest one goes. */
  "crowded",
] as const;
export type HandshakeRefusal = (typeof handshakeRefusals)[number];

/** Why a PROXY header was not accepted. */
export const proxyHeaderRefusals = ["malformed", "late"] as const;
export type ProxyHeaderRefusal = (typeof proxyHeaderRefusals)[number];

/** Counts of what happened before visitors' first bytes. */
export interface DoorFigures {
  /** That ended well. */
  handshakes: number;
  readonly refusedHandshakes: Record<HandshakeRefusal, number>;
  readonly refusedProxyHeaders: Record<ProxyHeaderRefusal, number>;
}

export function emptyDoorFigures(): DoorFigures {
  return {
    handshakes: 0,
    refusedHandshakes: recordOf(handshakeRefusals, () => 0),
    refusedProxyHeaders: recordOf(proxyHeaderRefusals, () => 0),
  };
}
