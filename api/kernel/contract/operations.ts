import { Mutation, Query } from "type-graphql";
import type { z } from "zod";
import type { Feature } from "../calls/feature.ts";
import type { Tag } from "../calls/operation.ts";
import type { Noun } from "../calls/parse.ts";
import type { GraphqlDeclaration, RestDeclaration } from "./declaration.ts";
import { resolverOf } from "./graphqlFace.ts";
import type { Made } from "./graphqlTypes.ts";
import { routeOf } from "./restFace.ts";

type Declaration<Services, Takes extends z.ZodRawShape, Result> = GraphqlDeclaration<Services, Takes, Result> &
  Omit<RestDeclaration<Services, Takes, Result>, "id"> & {
    /** What generated clients call it, if that differs from its name. */
    readonly id?: string;
  };

/** An operation with its faces. */
export interface Declared<Services> {
  readonly resolvers: readonly Made[];
  readonly routes?: Feature<Services>["routes"];
  readonly answer?: readonly [name: string, schema: z.ZodObject];
}

/** Declares operations on one kind of thing, which `noun` names if it is not found; it is needed if paths contain ids. */
export function operationsOn<Services>(tag: Tag, noun?: Noun) {
  const restFace = <Takes extends z.ZodRawShape, Result>(declaration: RestDeclaration<Services, Takes, Result>) => ({
    routes: routeOf(declaration, tag, noun),
    answer: [declaration.answer.name, declaration.answer.schema] as const,
  });
  const inBoth =
    (Root: typeof Query | typeof Mutation) =>
    <Takes extends z.ZodRawShape, Result>(declaration: Declaration<Services, Takes, Result>): Declared<Services> => ({
      ...restFace({ id: declaration.name, ...declaration }),
      ...inGraphql<Services>(Root)(declaration),
    });
  return {
    query: inBoth(Query),
    mutation: inBoth(Mutation),
    /** For what GraphQL answers in another way, such as pages of lists. */
    restOnly: <Takes extends z.ZodRawShape, Result>(
      declaration: RestDeclaration<Services, Takes, Result>,
    ): Declared<Services> => ({ ...restFace(declaration), resolvers: [] }),
    ...graphqlOperations<Services>(),
  };
}

/** Declares operations of GraphQL that REST lacks, or takes or answers in another way. */
export function graphqlOperations<Services>() {
  return { graphqlQuery: inGraphql<Services>(Query), graphqlMutation: inGraphql<Services>(Mutation) };
}

function inGraphql<Services>(Root: typeof Query | typeof Mutation) {
  return <Takes extends z.ZodRawShape, Result>(
    declaration: GraphqlDeclaration<Services, Takes, Result>,
  ): Declared<Services> => ({ resolvers: [resolverOf(declaration, Root), ...declaration.answer.resolvers] });
}

/** The faces of a feature's operations. Throws if two answers that differ have the same name. */
export function facesOf<Services>(
  operations: readonly Declared<Services>[],
): Required<Pick<Feature<Services>, "resolvers" | "routes" | "answers">> {
  const answers: Record<string, z.ZodObject> = {};
  for (const { answer } of operations) {
    if (!answer) continue;
    const [name, schema] = answer;
    if (answers[name] && answers[name] !== schema) throw new Error(`two answers are called ${name}: share one`);
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
