import { z } from "zod";
import { type Actor, type Caller, isActor } from "../calls/actor.ts";
import { answer, commonAnswers, count, message } from "./answerPieces.ts";
import type { Deprecation } from "../calls/operation.ts";
import { deprecated } from "./deprecation.ts";
import { pageAnswer, shownOf } from "./pages.ts";
import { type Entity, part, type Sent } from "./entity.ts";
import { type GraphqlType, graphqlTypeOf, type Made } from "./graphqlTypes.ts";

/** The answer of an operation in GraphQL. */
export interface GraphqlAnswered<Services, Result, Who = Actor> {
  /** The type in GraphQL; undefined if GraphQL lacks the operation, or returns the id that it was called with. */
  readonly graphql?: GraphqlType;
  readonly resolvers: readonly Made[];
  /** Converts the result to the object whose fields GraphQL resolves; by default the result itself. */
  readonly toGraphql?: (result: Result) => unknown;
  /** Converts the result to the REST body; undefined if REST lacks the operation, or returns only a message. */
  readonly toBody?: (services: Services, who: Who, result: Result) => Promise<Body>;
}

/**
 * The response of an operation: its REST schema, its GraphQL type, and the conversion of its result to the REST body.
 * Responses of public operations need only a `Caller`.
 */
export interface Answered<Services, Result, Who = Actor> extends GraphqlAnswered<Services, Result, Who> {
  /** The name of the answer's schema in the OpenAPI document. */
  readonly name: string;
  readonly schema: z.ZodObject;
}

type Body = Readonly<Record<string, unknown>>;

/** A response with data in both REST and GraphQL. */
type Whole<Services, Result> = Answered<Services, Result, Caller> &
  Required<Pick<Answered<Services, Result, Caller>, "graphql" | "toBody">>;

/** A message in REST, and the given id in GraphQL. */
export const confirmation: Answered<unknown, void, Caller> = {
  name: "Done",
  schema: commonAnswers.Done,
  resolvers: [],
};

/** A message in REST, and `true` in GraphQL. */
export const success: Answered<unknown, void, Caller> = {
  ...confirmation,
  graphql: graphqlTypeOf(z.boolean()),
  toGraphql: () => true,
};

interface OneOptions {
  /** The name of the answer's schema; by default the entity's name and "Answer". */
  readonly name?: string;
  /** Schema of the message, which is required by default; null if no operation with this response has a message. */
  readonly message?: z.ZodType | null;
  /** The name of a second field with the same content as `data`. */
  readonly also?: string;
  /** The day from which the second field is deprecated, if it is. */
  readonly alsoDeprecatedSince?: Deprecation["since"];
}

/** Replacement for a deprecated second field with the same content as `data`. */
export const readData = "Use `data`, which has the same content.";

/** Declares a response with one entity. Operations with the same response share the returned object. */
export function one<Source, Services>(
  { name, answer: data, type, resolvers, toRest }: Entity<Source, Services>,
  { name: schemaName = `${name}Answer`, message: said = message, also, alsoDeprecatedSince }: OneOptions = {},
): Whole<Services, Source> {
  const second = alsoDeprecatedSince ? deprecated(data, { since: alsoDeprecatedSince, instead: readData }) : data;
  return {
    name: schemaName,
    schema: answer({ ...(said && { message: said }), ...(also && { [also]: second }), data }),
    graphql: { returns: () => type, options: { nullable: false } },
    resolvers,
    async toBody(services, who, source) {
      const [shown] = await toRest(services, isActor(who) ? who : null, [source]);
      return { ...(also && { [also]: shown }), data: shown };
    },
  };
}

interface BesideOptions<Field extends string, More extends z.ZodRawShape> {
  /** The name of the answer's type in GraphQL. */
  readonly name: string;
  readonly description: string;
  /** The field of the GraphQL type that contains the entity; REST returns its fields and the others together. */
  readonly field: Field;
  readonly fieldDescription: string;
  readonly more: More;
  /** Names of the fields in REST, if they differ. */
  readonly restNames?: { readonly [Name in keyof More]?: string };
  /** The name of the answer's schema; by default the type's name and "Answer". */
  readonly answer?: string;
}

type Beside<Source, Field extends string, More extends z.ZodRawShape> = { readonly [Name in Field]: Source } & {
  readonly [Name in keyof More]: Sent<z.output<More[Name]>>;
};

/** Declares a response with one entity and further values, such as a secret that is returned only once. */
export function oneWith<Source, Services, Field extends string, More extends z.ZodRawShape>(
  entity: Entity<Source, Services>,
  options: BesideOptions<Field, More>,
): Whole<Services, Beside<Source, Field, More>> {
  const { name, description, field, fieldDescription, more, restNames = {} } = options;
  const names = new Map<string, string | undefined>(Object.entries(restNames));
  const inRest = Object.keys(more).map((own) => [own, names.get(own) ?? own] as const);
  const whole = part(name, description, { [field]: entity.answer.describe(fieldDescription), ...more });
  return {
    name: options.answer ?? `${name}Answer`,
    schema: answer({
      message,
      data: entity.answer.extend(Object.fromEntries(inRest.map(([own, restName]) => [restName, more[own]]))),
    }),
    graphql: graphqlTypeOf(whole),
    resolvers: entity.resolvers,
    async toBody(services, who, result) {
      const [shown] = await entity.toRest(services, isActor(who) ? who : null, [result[field]]);
      const values = inRest.map(([own, restName]) => [restName, Reflect.get(result, own)]);
      return { data: { ...shown, ...Object.fromEntries(values) } };
    },
  };
}

/**
 * Declares a response with a list of entities; `said` is the schema of its message, if operations with this response
 * have one.
 */
export function many<Source, Services>(
  entity: Entity<Source, Services>,
  name = `${entity.name}sAnswer`,
  said?: z.ZodType,
): Answered<Services, readonly Source[]> {
  return {
    name,
    schema: answer({ ...(said && { message: said }), data: z.array(entity.answer) }),
    graphql: { returns: () => [entity.type], options: { nullable: false } },
    resolvers: entity.resolvers,
    toBody: async (services, member, sources) => ({ data: await entity.toRest(services, member, sources) }),
  };
}

/** A response with a body in REST. */
type InRest<Services, Result> = Answered<Services, Result> & Required<Pick<Answered<Services, Result>, "toBody">>;

/** A page of rows with its pagination. */
export interface Page<Source, Services> {
  readonly rows: readonly Source[];
  readonly pagination: z.output<typeof pageAnswer>;
  /** Services that this call overrides to convert its rows, for example whether bots count. */
  readonly shownBy?: Partial<Services>;
}

/** Declares a response with a page of a REST list. */
export function page<Source, Services>(
  entity: Entity<Source, Services>,
  name = `${entity.name}sAnswer`,
): InRest<Services, Page<Source, Services>> {
  return {
    name,
    schema: answer({ data: z.array(entity.answer), pagination: pageAnswer }),
    resolvers: [],
    toBody: async (services, member, { rows, pagination, shownBy }) => ({
      data: await entity.toRest({ ...services, ...shownBy }, member, rows),
      pagination,
    }),
  };
}

interface PositionedPage<Source> {
  readonly rows: readonly Source[];
  readonly next: number | null;
}

/** Declares a response with a page of a REST list whose rows are numbered; the next page continues after a position. */
export function positionedPage<Source, Services>(
  entity: Entity<Source, Services>,
  name = `${entity.name}sAnswer`,
): Answered<Services, PositionedPage<Source>> {
  return {
    name,
    schema: answer({
      data: z.array(entity.answer),
      next: count.nullable().describe("Value of `after` for the next page; null on the last page"),
    }),
    resolvers: [],
    toBody: async (services, member, { rows, next }) => ({ data: await entity.toRest(services, member, rows), next }),
  };
}

/** Builds a page from rows that were read with a limit of one more than `limit`. */
export function upToPosition<Source extends { readonly position: number }>(
  read: readonly Source[],
  limit: number,
): PositionedPage<Source> {
  const rows = shownOf(read, limit);
  return { rows, next: read.length > limit ? (rows.at(-1)?.position ?? null) : null };
}

/** Declares a response with a single value, which REST returns as a field of `data`. */
export function value<Schema extends z.ZodType>(
  name: string,
  field: string,
  schema: Schema,
): Answered<unknown, z.output<Schema>, Caller> {
  return {
    name,
    schema: answer({ message, data: z.object({ [field]: schema }) }),
    graphql: graphqlTypeOf(schema),
    resolvers: [],
    toBody: async (_services, _who, result) => ({ data: { [field]: result } }),
  };
}

/** Declares a response with data that only REST returns in this form. */
export function data<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
): Answered<unknown, Sent<z.output<Schema>>, Caller> {
  return {
    name,
    schema: answer({ data: schema }),
    resolvers: [],
    toBody: async (_services, _who, result) => ({ data: result }),
  };
}

/** Declares a response with data that only GraphQL returns in this form. */
export function graphqlData<Schema extends z.ZodType>(
  schema: Schema,
): GraphqlAnswered<unknown, Sent<z.output<Schema>>> & { readonly graphql: GraphqlType } {
  return { graphql: graphqlTypeOf(schema), resolvers: [] };
}
