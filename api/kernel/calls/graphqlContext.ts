import { HoplogError } from "@hoplog/schema/errors.js";
import type { IncomingHttpHeaders } from "node:http";
import type { Actor, Caller } from "./actor.ts";

/** What a GraphQL operation brings to its resolvers; each names the services that it needs. */
export interface GraphqlContext<Services = unknown> {
  readonly services: Services;
  /** Or why there is none, for the first field that needs one. */
  readonly actor: Actor | HoplogError;
  readonly caller: Caller;
  /** Whether a page of another site asks. */
  readonly isFromOtherSite?: boolean;
}

/** What needs nobody and makes sessions is for our own pages. Throws AUTHORIZATION_ERROR. */
export function requireOwnSite({ isFromOtherSite }: Pick<GraphqlContext, "isFromOtherSite">): void {
  if (isFromOtherSite) throw new HoplogError("AUTHORIZATION_ERROR", "Pages of other sites can't do this");
}

/** Throws AUTHENTICATION_ERROR where nobody is signed in, NOT_FOUND_ERROR for a workspace that isn't the user's. */
export function requireActor({ actor }: Pick<GraphqlContext, "actor">): Actor {
  if (actor instanceof HoplogError) throw actor;
  return actor;
}

/** Makes something once for each operation, at its first use: a loader that batches what a page's rows need. */
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
 * Whether a request comes from a page of our own, or from what is no browser: those always tell their page's origin
 * when they open a WebSocket. Ours is where the request itself goes to, or `publicUrl` where a proxy names another host.
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host || page.origin === new URL(publicUrl).origin;
}
