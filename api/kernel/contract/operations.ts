import type { Made } from "./madeClass.ts";
import type { z } from "zod";
import type { Actor } from "../calls/actor.ts";
import type { Feature } from "../calls/feature.ts";
import type { Operation, Tag } from "../calls/operation.ts";
import type { Noun } from "../calls/parse.ts";
import type { FieldWeight } from "../calls/weight.ts";
import type { Answered } from "./answers.ts";
import { mutationResolver, queryResolver } from "./graphqlFace.ts";
import { routeOf } from "./restFace.ts";

/** What an operation is called with, by the names in GraphQL. */
export type Taken<Takes extends z.ZodRawShape> = z.output<z.ZodObject<z.core.util.Writeable<Takes>>>;

interface Common<Services, Takes extends z.ZodRawShape, Result> {
  readonly summary: string;
  readonly description: string;
  /**
   * By the names in GraphQL. In REST, names in the path are part of it, `input` is the body, and all others are parameters of a GET, or
   * else fields of the body.
   */
  readonly takes: Takes;
  /** Whether it takes an If-Match: its command compares it with what it changes. */
  readonly conditional?: true;
  readonly answer: Answered<Services, Result>;
  readonly run: (services: Services, actor: Actor, given: Taken<Takes>) => Promise<Result>;
}

/** The face of an operation in GraphQL. */
export interface GraphqlDeclaration<Services, Takes extends z.ZodRawShape, Result> extends Common<
  Services,
  Takes,
  Result
> {
  /** Its field of Query or Mutation. */
  readonly name: string;
  readonly weight?: FieldWeight;
}

/** The face of an operation in REST. */
export interface RestDeclaration<Services, Takes extends z.ZodRawShape, Result>
  extends Common<Services, Takes, Result>, Pick<Operation, "takesSeconds" | "example" | "failures"> {
  /** What generated clients call it. */
  readonly id: string;
  readonly rest: `${"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} /api/${string}`;
  /** Names of parameters in REST, if they differ. */
  readonly restNames?: { readonly [Name in keyof Takes]?: string };
  /** What other ids in the path are ids of. */
  readonly nouns?: { readonly [Name in keyof Takes]?: Noun };
  /** What REST says when it is done. */
  readonly message?: string;
  /** Whether it makes something: it answers with 201, and takes an Idempotency-Key. */
  readonly creates?: true;
  /** Whether the answer contains a secret, which caches must not store. */
  readonly secret?: true;
}

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

/** Declares operations on one kind of thing, which `noun` names if it is not found. */
export function operationsOn<Services>(tag: Tag, noun: Noun) {
  const restFace = <Takes extends z.ZodRawShape, Result>(declaration: RestDeclaration<Services, Takes, Result>) => ({
    routes: routeOf(declaration, tag, noun),
    answer: [declaration.answer.name, declaration.answer.schema] as const,
  });
  return {
    query: <Takes extends z.ZodRawShape, Result>(
      declaration: Declaration<Services, Takes, Result>,
    ): Declared<Services> => ({
      ...restFace({ id: declaration.name, ...declaration }),
      resolvers: [queryResolver(declaration), ...declaration.answer.resolvers],
    }),
    mutation: <Takes extends z.ZodRawShape, Result>(
      declaration: Declaration<Services, Takes, Result>,
    ): Declared<Services> => ({
      ...restFace({ id: declaration.name, ...declaration }),
      resolvers: [mutationResolver(declaration), ...declaration.answer.resolvers],
    }),
    /** For what GraphQL answers in another way, such as pages of lists. */
    restOnly: <Takes extends z.ZodRawShape, Result>(
      declaration: RestDeclaration<Services, Takes, Result>,
    ): Declared<Services> => ({ ...restFace(declaration), resolvers: [] }),
    /** For what REST answers in another way. */
    graphqlQuery: <Takes extends z.ZodRawShape, Result>(
      declaration: GraphqlDeclaration<Services, Takes, Result>,
    ): Declared<Services> => ({ resolvers: [queryResolver(declaration), ...declaration.answer.resolvers] }),
  };
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
