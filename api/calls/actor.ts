import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import type { FastifyRequest } from "fastify";
import type { Ids } from "./capabilities.ts";

/** Where a call comes from, signed in or not. */
export interface Caller {
  readonly via: "graphql" | "rest";
  /** The client's address, trusted proxies left out. */
  readonly address: string;
}

/** Who asks, and by which way in. */
export interface Actor extends Caller {
  readonly userId: string;
  readonly sessionId: string;
}

/** What the events of one command say of it: made once for each command, since its id is what they share. */
export function metaOf({ newId }: Ids, { userId, via }: Pick<Actor, "userId" | "via">): EventMeta {
  return { userId, via, commandId: newId() };
}

export function callerOf(request: FastifyRequest, via: Caller["via"]): Caller {
  return { via, address: request.clientAddress };
}

/** Throws AUTHENTICATION_ERROR without a valid token. */
export type RequireActor = (request: FastifyRequest) => Promise<Actor>;
