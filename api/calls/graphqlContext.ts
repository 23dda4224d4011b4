import { authenticationError } from "@hoplog/schema/errors.js";
import type { Actor, Caller } from "./actor.ts";

/** What a GraphQL operation brings to its resolvers; each names the services that it needs. */
export interface GraphqlContext<Services = unknown> {
  readonly services: Services;
  /** Null for a request without a token, or with one that has run out. */
  readonly actor: Actor | null;
  readonly caller: Caller;
}

/** Throws AUTHENTICATION_ERROR where nobody is signed in. */
export function requireActor({ actor }: Pick<GraphqlContext, "actor">): Actor {
  if (!actor) throw authenticationError("Please log in to continue.");
  return actor;
}

/** Makes something once for each operation, when its first resolver asks: a loader that gathers what a page's rows ask for. */
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
