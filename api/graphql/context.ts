import { authenticationError } from "@hoplog/schema/errors.js";
import type { Actor, Caller, Services } from "../services.ts";
import { createLoaders, type Loaders } from "./loaders.ts";

export interface GraphqlContext {
  readonly services: Services;
  /** Null for a request without a token, or with one that has run out. */
  readonly actor: Actor | null;
  readonly caller: Caller;
  readonly loaders: Loaders;
}

export function createContext(services: Services, actor: Actor | null, caller: Caller): GraphqlContext {
  return { services, actor, caller, loaders: createLoaders(services, actor?.userId ?? null) };
}

/** Throws AUTHENTICATION_ERROR where nobody is signed in. */
export function requireActor(context: GraphqlContext): Actor {
  if (!context.actor) throw authenticationError("Please log in to continue.");
  return context.actor;
}
