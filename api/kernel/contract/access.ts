import type { FastifyRequest } from "fastify";
import { Extensions } from "type-graphql";
import { z } from "zod";
import type { Needs } from "../access/needs.ts";
import { permissions } from "../access/permissions.ts";
import { type Actor, type Caller, callerOf, type RequireActor } from "../calls/actor.ts";
import { type GraphqlContext, requireActor, requireOwnSite } from "../calls/graphqlContext.ts";

/** Who may call an operation, and how its handler gets the caller. */
export interface Access<Who extends Caller> {
  /** Whether the operation needs no token. */
  readonly open?: true;
  readonly ofRequest: (request: FastifyRequest, requireActor: RequireActor) => Who | Promise<Who>;
  readonly ofContext: (context: GraphqlContext) => Who;
}

/** Throws if an operation that needs an actor declares no needs, or a public one declares some. */
export function requireNeeds(name: string, { open }: Pick<Access<Caller>, "open">, { needs }: Needs): void {
  if (!open && !needs) throw new Error(`${name} does not declare the permissions that its caller needs`);
  if (open && needs) throw new Error(`${name} is public, so it must not declare permissions`);
}

const extension = "needs";
const needsSchema = z.object({ needs: z.array(z.enum(permissions)).optional() });

/** Decorates a GraphQL operation's field with the permissions that its caller needs. */
export const NeedsOf = ({ needs }: Needs) => Extensions({ [extension]: { needs } });

/** Reads the needs of a field from its extensions. */
export function needsIn(extensions: Readonly<Record<string, unknown>>): Needs {
  return needsSchema.parse(extensions[extension] ?? {});
}

/** Access only for signed-in users, and for programs with an API key. */
export const forActors: Access<Actor> = {
  ofRequest: (request, requireActorOf) => requireActorOf(request),
  ofContext: requireActor,
};

/** Everyone, but not pages of other sites in GraphQL, because these could make a browser send its cookies. */
export const forEveryone: Access<Caller> = {
  open: true,
  ofRequest: (request) => callerOf(request, "rest"),
  ofContext(context) {
    requireOwnSite(context);
    return context.caller;
  },
};
