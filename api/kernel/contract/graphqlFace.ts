import { GraphQLUUID } from "graphql-scalars";
import {
  Arg,
  createParameterDecorator,
  Ctx,
  type Mutation,
  type Query,
  Resolver,
  Root as Source,
  Subscription,
} from "type-graphql";
import { z } from "zod";
import { describedNeeds } from "../access/needs.ts";
import type { Actor, Caller } from "../calls/actor.ts";
import { ConditionalActor } from "../calls/conditional.ts";
import type { GraphqlContext } from "../calls/graphqlContext.ts";
import { Weighs } from "./weight.ts";
import { graphqlTypeOf, reasonOf, type Made, makeClass, method } from "./graphqlTypes.ts";
import { type Access, forActors, NeedsOf, requireNeeds } from "./access.ts";
import type { GraphqlDeclaration, SubscriptionDeclaration, Taken } from "./declaration.ts";
import { spreadOf } from "./values.ts";

/** Creates the resolver class of a query or a mutation. */
export function resolverOf<Services, Takes extends z.ZodRawShape, Result, Who extends Caller>(
  declaration: GraphqlDeclaration<Services, Takes, Result, Who>,
  access: Access<Who>,
  Root: typeof Query | typeof Mutation,
): Made {
  const { name, summary, description, deprecated, conditional, takes, answer, weight, run } = declaration;
  if (conditional && access.open) throw new Error(`${name} takes ifMatch, so it must require an actor`);
  requireNeeds(name, access, declaration);
  const made = makeClass();
  const { prototype } = made;
  method(made, name, async (context: GraphqlContext<Services>, who: Who, given: Taken<Takes> & { id?: string }) => {
    const result = await run(context.services, who, given);
    if (!answer.graphql) return given.id;
    return answer.toGraphql ? answer.toGraphql(result) : result;
  });
  Ctx()(prototype, name, 0);
  (conditional ? ConditionalActor() : CalledBy(access))(prototype, name, 1);
  takeArguments(takes, prototype, name, 2);
  const { returns, options } = answer.graphql ?? { returns: () => GraphQLUUID, options: {} };
  Root(returns, {
    ...options,
    description: describedNeeds(`${summary}. ${description}`, declaration),
    ...reasonOf(deprecated),
  })(prototype, name, {});
  if (weight) Weighs(weight)(prototype, name, {});
  NeedsOf(declaration)(prototype, name, {});
  Resolver()(made);
  return made;
}

/** Creates the resolver class of a subscription. */
export function subscriptionResolverOf<Services, Takes extends z.ZodRawShape, Event>(
  declaration: SubscriptionDeclaration<Services, Takes, Event>,
): Made {
  const { name, summary, description, deprecated, takes, answer, weight, subscribe, shownTo } = declaration;
  requireNeeds(name, forActors, declaration);
  const made = makeClass();
  const { prototype } = made;
  const read = givenOf(takes);
  method(made, name, (event: Event, actor: Actor) => (shownTo ? shownTo(actor, event) : event));
  Source()(prototype, name, 0);
  CalledBy(forActors)(prototype, name, 1);
  takeArguments(takes, prototype, name, 2);
  Subscription(answer.graphql.returns, {
    ...answer.graphql.options,
    description: describedNeeds(`${summary}. ${description}`, declaration),
    ...reasonOf(deprecated),
    subscribe: ({ args, context }: { args: object; context: GraphqlContext<Services> }) =>
      subscribe(context.services, forActors.ofContext(context), read(args)),
  })(prototype, name, {});
  if (weight) Weighs(weight)(prototype, name, {});
  Resolver()(made);
  return made;
}

/** Declares the arguments of a method, which gets them together as the parameter at `index`. */
export function takeArguments(takes: z.ZodRawShape, prototype: object, name: string, index: number): void {
  Given(takes)(prototype, name, index);
  for (const [i, [argument, schema]] of Object.entries(takes).entries()) {
    const { returns, options } = graphqlTypeOf(spreadOf(schema)?.argument ?? schema);
    Arg(argument, returns, options)(prototype, name, index + 1 + i);
  }
}

/** Injects the caller as a parameter. */
export const CalledBy = ({ ofContext }: Access<Caller>) =>
  createParameterDecorator<GraphqlContext>(({ context }) => ofContext(context));

/** Injects all arguments as one parameter. */
const Given = (takes: z.ZodRawShape) => {
  const read = givenOf(takes);
  return createParameterDecorator(({ args }) => read(args));
};

/**
 * Reads arguments. Null counts as absent if an argument may only be omitted, and absent counts as null if it may only
 * be null.
 */
function givenOf<Takes extends z.ZodRawShape>(takes: Takes): (args: object) => Taken<Takes>;
function givenOf(takes: z.ZodRawShape) {
  const schemas = Object.entries(takes);
  const accepting = (value: null | undefined) =>
    schemas.filter(([, schema]) => z.safeParse(schema, value).success).map(([name]) => name);
  const nullable = new Set(accepting(null));
  const omittable = new Set(accepting(undefined));
  const spread = schemas.flatMap(([name, schema]) => {
    const found = spreadOf(schema);
    return found ? [[name, found.ofArgument] as const] : [];
  });
  return (args: object) => {
    const given = new Map<string, unknown>(Object.entries(args));
    for (const [name] of schemas) {
      if (!nullable.has(name) && given.get(name) === null) given.delete(name);
      if (!omittable.has(name) && given.get(name) === undefined) given.set(name, null);
    }
    for (const [name, ofArgument] of spread) given.set(name, ofArgument(given.get(name)));
    return Object.fromEntries(given);
  };
}
