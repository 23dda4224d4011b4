import type { FastifyRequest } from "fastify";
import { type Actor, type Caller, callerOf, type RequireActor } from "../calls/actor.ts";
import { type GraphqlContext, requireActor, requireOwnSite } from "../calls/graphqlContext.ts";

/** Who may call an operation, and how its handler learns who calls it. */
export interface Access<Who extends Caller> {
  /** Whether it is called without a token. */
  readonly open?: true;
  readonly ofRequest: (request: FastifyRequest, requireActor: RequireActor) => Who | Promise<Who>;
  readonly ofContext: (context: GraphqlContext) => Who;
}

/** Only users who are signed in, and programs with an API key. */
export const forActors: Access<Actor> = {
  ofRequest: (request, requireActorOf) => requireActorOf(request),
  ofContext: requireActor,
};

/** Everyone, except that pages of other sites are refused in GraphQL, which they could make a browser call with its cookies. */
export const forEveryone: Access<Caller> = {
  open: true,
  ofRequest: (request) => callerOf(request, "rest"),
  ofContext(context) {
    requireOwnSite(context);
    return context.caller;
  },
};
