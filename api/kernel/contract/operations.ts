import { Mutation, Query } from "type-graphql";
import type { z } from "zod";
import type { Actor, Caller } from "../calls/actor.ts";
import type { Feature } from "../calls/feature.ts";
import type { Tag } from "../calls/operation.ts";
import type { Noun } from "./parse.ts";
import { type Access, forActors, forEveryone } from "./access.ts";
import type { GraphqlDeclaration, RestDeclaration, SubscriptionDeclaration } from "./declaration.ts";
import { resolverOf, subscriptionResolverOf } from "./graphqlFace.ts";
import type { Made } from "./graphqlTypes.ts";
import { routeOf } from "./restFace.ts";

type Declaration<Services, Takes extends z.ZodRawShape, Result, Who> = GraphqlDeclaration<
  Services,
  Takes,
  Result,
  Who
> &
  Omit<RestDeclaration<Services, Takes, Result, Who>, "id"> & {
    /** The operationId in generated clients, if it differs from the operation's name. */
    readonly id?: string;
  };

/** An operation with its GraphQL resolvers and its REST route. */
export interface Declared<Services> {
  readonly resolvers: readonly Made[];
  readonly routes?: Feature<Services>["routes"];
  readonly answer?: readonly [name: string, schema: z.ZodObject];
}

/**
 * Declares operations on one kind of resource. `noun` is its name in "not found" errors, and is required if paths
 * contain ids. Operations need an actor, except those whose name begins with "public": their handlers get only the
 * caller.
 */
export function operationsOn<Services>(tag: Tag, noun?: Noun) {
  const inRest =
    <Who extends Caller>(access: Access<Who>) =>
    <Takes extends z.ZodRawShape, Result>(
      declaration: RestDeclaration<Services, Takes, Result, Who>,
    ): Declared<Services> => ({
      routes: routeOf(declaration, access, tag, noun),
      answer: [declaration.answer.name, declaration.answer.schema],
      resolvers: [],
    });
  const inBoth =
    <Who extends Caller>(Root: typeof Query | typeof Mutation, access: Access<Who>) =>
    <Takes extends z.ZodRawShape, Result>(
      declaration: Declaration<Services, Takes, Result, Who>,
    ): Declared<Services> => ({
      ...inRest(access)({ id: declaration.name, ...declaration }),
      ...inGraphql<Services, Who>(Root, access)(declaration),
    });
  return {
    query: inBoth(Query, forActors),
    mutation: inBoth(Mutation, forActors),
    publicMutation: inBoth(Mutation, forEveryone),
    /** Declares an operation of REST that GraphQL offers in another form, such as pages of lists. */
    restOnly: inRest(forActors),
    publicRestOnly: inRest(forEveryone),
    ...graphqlOperations<Services>(),
  };
}

/** Declares GraphQL operations that REST lacks, or offers in another form. */
export function graphqlOperations<Services>() {
  return {
    graphqlQuery: inGraphql<Services, Actor>(Query, forActors),
    graphqlMutation: inGraphql<Services, Actor>(Mutation, forActors),
    graphqlSubscription: <Takes extends z.ZodRawShape, Event>(
      declaration: SubscriptionDeclaration<Services, Takes, Event>,
    ): Declared<Services> => ({
      resolvers: [subscriptionResolverOf(declaration), ...declaration.answer.resolvers],
    }),
  };
}

function inGraphql<Services, Who extends Caller>(Root: typeof Query | typeof Mutation, access: Access<Who>) {
  return <Takes extends z.ZodRawShape, Result>(
    declaration: GraphqlDeclaration<Services, Takes, Result, Who>,
  ): Declared<Services> => ({ resolvers: [resolverOf(declaration, access, Root), ...declaration.answer.resolvers] });
}

/**
 * Collects the resolvers, routes and answers of a feature's operations. Throws if two answers that differ have the same
 * name.
 */
export function facesOf<Services>(
  operations: readonly Declared<Services>[],
): Required<Pick<Feature<Services>, "resolvers" | "routes" | "answers">> {
  const answers: Record<string, z.ZodObject> = {};
  for (const { answer } of operations) {
    if (!answer) continue;
    const [name, schema] = answer;
    if (answers[name] && answers[name] !== schema)
      throw new Error(`two operations declare different answers named ${name}: use one schema`);
    answers[name] = schema;
  }
  return {
    resolvers: [...new Set(operations.flatMap(({ resolvers }) => resolvers))],
    answers,
    routes(app, services, requireUser) {
      for (const { routes } of operations) routes?.(app, services, requireUser);
    },
  };
}
