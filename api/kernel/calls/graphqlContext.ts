import { HoplogError } from "@hoplog/schema/errors.js";
import type { IncomingHttpHeaders } from "node:http";
import type { Actor, Caller } from "./actor.ts";

/** The context of a GraphQL operation; each resolver names the services that it needs. */
export interface GraphqlContext<Services = unknown> {
  readonly services: Services;
  /** The actor, or the error to throw at the first field that needs one. */
  readonly actor: Actor | HoplogError;
  readonly caller: Caller;
  /** Whether the request comes from a page of another site. */
  readonly isFromOtherSite?: boolean;
}

/** Throws AUTHORIZATION_ERROR if a page of another site calls a public operation, which could start a session. */
export function requireOwnSite({ isFromOtherSite }: Pick<GraphqlContext, "isFromOtherSite">): void {
  if (isFromOtherSite)
    throw new HoplogError("AUTHORIZATION_ERROR", "This call is not allowed from pages of other sites");
}

/**
 * Returns the actor. Throws the error with which the authentication failed, such as AUTHENTICATION_ERROR if the caller
 * is not signed in.
 */
export function requireActor({ actor }: Pick<GraphqlContext, "actor">): Actor {
  if (actor instanceof HoplogError) throw actor;
  return actor;
}

/** Creates a value once per operation, at its first use, such as a loader that batches the rows of a page. */
export function perOperation<Services, Made>(
  make: (context: GraphqlContext<Services>) => Made,
): (context: GraphqlContext<Services>) => Made {
  const made = new WeakMap<GraphqlContext<Services>, Made>();
  return (context) => {
    let one = made.get(context);
    if (one === undefined) made.set(context, (one = make(context)));
    return one;
  };
}

/**
 * Returns whether a request comes from our own page or from a client other than a browser, because browsers always send
 * their page's origin when they open a WebSocket. Our own origin is the request's host, or `publicUrl` if a proxy sets
 * another host.
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host || page.origin === new URL(publicUrl).origin;
}
