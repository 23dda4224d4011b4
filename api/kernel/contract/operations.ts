import type { FastifyInstance, FastifyRequest } from "fastify";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, createParameterDecorator, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { z } from "zod";
import type { Actor, RequireActor } from "../calls/actor.ts";
import { ConditionalActor } from "../calls/conditional.ts";
import type { Feature } from "../calls/feature.ts";
import { type GraphqlContext, requireActor } from "../calls/graphqlContext.ts";
import { documented, type Operation, type Tag } from "../calls/operation.ts";
import { idOf, type Noun, parseInput } from "../calls/parse.ts";
import { type FieldWeight, Weighs } from "../calls/weight.ts";
import type { Answered } from "./answers.ts";
import { graphqlTypeOf } from "./graphqlTypes.ts";
import { makeClass, type Made, method } from "./madeClass.ts";

/**
 * What an operation is called with, by the names in GraphQL. In REST `id` is part of the path and `input` is the body; the others are
 * parameters.
 */
type Taken<Takes extends z.ZodRawShape> = z.output<z.ZodObject<Takes>>;

interface Declaration<Services, Takes extends z.ZodRawShape, Result> extends Pick<
  Operation,
  "summary" | "description" | "conditional" | "creates" | "takesSeconds" | "example" | "failures"
> {
  /** Its field of Query or Mutation. */
  readonly name: string;
  readonly rest: `${"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} /api/${string}`;
  /** What generated clients call it, if that differs from its name. */
  readonly id?: string;
  readonly takes: Takes;
  /** Names of parameters in REST, if they differ. */
  readonly restNames?: Readonly<Record<string, string>>;
  readonly answer: Answered<Services, Result>;
  /** What REST says to people once it is done. */
  readonly message?: string;
  /** Weight of a query in GraphQL. */
  readonly weight?: FieldWeight;
  readonly run: (services: Services, actor: Actor, given: Taken<Takes>) => Promise<Result>;
}

/** An operation with its faces. */
interface Declared<Services> {
  readonly resolvers: readonly Made[];
  readonly route: (app: FastifyInstance, services: Services, requireActor: RequireActor) => void;
  readonly answer: readonly [name: string, schema: z.ZodObject];
}

/** Declares operations on one kind of thing, which is not found under the name of `noun`. */
export function operationsOn<Services>(tag: Tag, noun: Noun) {
  return {
    query: declare<Services>(tag, noun, Query),
    mutation: declare<Services>(tag, noun, Mutation),
  };
}

/** The faces of a feature's operations. */
export function facesOf<Services>(
  operations: readonly Declared<Services>[],
): Required<Pick<Feature<Services>, "resolvers" | "routes" | "answers">> {
  return {
    resolvers: [...new Set(operations.flatMap(({ resolvers }) => resolvers))],
    answers: Object.fromEntries(operations.map(({ answer }) => answer)),
    routes(app, services, requireUser) {
      for (const { route } of operations) route(app, services, requireUser);
    },
  };
}

function declare<Services>(tag: Tag, noun: Noun, Root: typeof Query | typeof Mutation) {
  return <Takes extends z.ZodRawShape, Result>(
    declaration: Declaration<Services, Takes, Result>,
  ): Declared<Services> => ({
    resolvers: [resolverOf(declaration, Root), ...declaration.answer.resolvers],
    route: routeOf(declaration, tag, noun),
    answer: [declaration.answer.name, declaration.answer.schema],
  });
}

function resolverOf<Services, Takes extends z.ZodRawShape, Result>(
  declaration: Declaration<Services, Takes, Result>,
  Root: typeof Query | typeof Mutation,
): Made {
  const { name, summary, description, conditional, takes, answer, weight, run } = declaration;
  const made = makeClass();
  const { prototype } = made;
  method(made, name, async (context: GraphqlContext<Services>, actor: Actor, given: Taken<Takes> & { id?: string }) => {
    const result = await run(context.services, actor, given);
    return answer.returns ? result : given.id;
  });
  Ctx()(prototype, name, 0);
  (conditional ? ConditionalActor() : SignedIn())(prototype, name, 1);
  Given(takes)(prototype, name, 2);
  for (const [i, [argument, schema]] of Object.entries(takes).entries()) {
    const { returns, options } = graphqlTypeOf(schema);
    Arg(argument, returns, options)(prototype, name, 3 + i);
  }
  const returns = answer.returns ?? (() => GraphQLUUID);
  Root(returns, { description: `${summary}. ${description}` })(prototype, name, {});
  if (weight) Weighs(weight)(prototype, name, {});
  Resolver()(made);
  return made;
}

const SignedIn = () => createParameterDecorator<GraphqlContext>(({ context }) => requireActor(context));

/** All arguments. Null is the same as no value if an argument may only be omitted. */
function Given(takes: z.ZodRawShape) {
  const nullable = new Set(Object.keys(takes).filter((name) => takes[name] && z.safeParse(takes[name], null).success));
  return createParameterDecorator(({ args }) =>
    Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== null || nullable.has(name))),
  );
}

function routeOf<Services, Takes extends z.ZodRawShape, Result>(
  declaration: Declaration<Services, Takes, Result>,
  tag: Tag,
  noun: Noun,
): Declared<Services>["route"] {
  const { name, id = name, answer, message, run, takes: _takes, ...described } = declaration;
  const [method, url] = partsOf(declaration.rest);
  const read = readerOf(declaration, noun);
  const status = method === "POST" && answer.toData ? 201 : 200;
  const operation = { ...described, id, tag, ...read.described, answer: { status, is: answer.schema } } as const;
  return (app, services, requireUser) => {
    app.route({
      method,
      url,
      ...documented(operation),
      async handler(request, reply) {
        const actor = await requireUser(request);
        const result = await run(services, actor, read.given(request));
        const data = await answer.toData?.(services, actor, result);
        return reply.code(status).send({ success: true, ...(message && { message }), ...(answer.toData && { data }) });
      },
    });
  };
}

function partsOf(rest: string): readonly [method: string, url: string] {
  const [method = "", url = ""] = rest.split(" ");
  return [method, url];
}

const named = z.record(z.string(), z.unknown());

/** Reads what a REST request gives. A body is what `input` describes, or else all parameters of a call that changes something. */
function readerOf<Takes extends z.ZodRawShape>(
  { takes, restNames = {}, rest }: Pick<Declaration<never, Takes, never>, "takes" | "restNames" | "rest">,
  noun: Noun,
) {
  const schema = z.object(takes);
  const { id, input, ...others } = schema.shape;
  const restName = (one: string) => restNames[one] ?? one;
  const parameters = z.object(
    Object.fromEntries(Object.entries(others).map(([one, of]) => [restName(one), of] as const)),
  );
  const areInBody = !input && !rest.startsWith("GET ");
  const body = input instanceof z.ZodObject ? { body: input } : undefined;
  const more = Object.keys(others).length > 0 ? { [areInBody ? "body" : "query"]: parameters } : undefined;
  return {
    described: { ...body, ...more },
    given({ params, query: asked, body: sent }: FastifyRequest): Taken<Takes> {
      const of = parseInput(named, areInBody ? sent : asked);
      const parts = {
        ...(id && { id: idOf(params, noun) }),
        ...(input && { input: sent ?? {} }),
        ...Object.fromEntries(Object.keys(others).map((one) => [one, of[restName(one)]])),
      };
      return parseInput(schema, parts, ([first = "", ...deeper]) =>
        [...(first === "input" ? [] : [restName(first)]), ...deeper].join("."),
      );
    },
  };
}
