import { errorTypes } from "@hoplog/schema/errors.js";
import { GraphQLDateTime } from "graphql-scalars";
import { Float } from "type-graphql";
import { z } from "zod";
import { instantQuery, parseInput } from "./parse.ts";
import { graphqlTypes } from "./graphqlTypes.ts";

// Values that REST receives as strings, and operations as other types.

/** An instant in an input. */
export const moment = z.iso
  .datetime({ offset: true, error: "Must be a date and time in ISO 8601" })
  .transform((text) => new Date(text))
  .register(graphqlTypes, { type: GraphQLDateTime });

/** An instant, or a date, which means its start in UTC. */
export const dateOrMoment = instantQuery.register(graphqlTypes, { type: GraphQLDateTime });

/** A count that may be larger than GraphQL's Int, which has 32 bits. */
export const largeCount = z.int().min(0).register(graphqlTypes, { type: Float });

/** The error type in an answer. */
export const errorType = z.enum(errorTypes).register(graphqlTypes, { type: String });

interface Spread {
  /** REST parameters of the value, in addition to the operation's others. */
  readonly parameters: z.ZodObject;
  /** The value's argument in GraphQL. */
  readonly argument: z.ZodType;
  readonly ofParameters: (parameters: unknown) => unknown;
  readonly ofArgument: (argument: unknown) => unknown;
}

const spreads = new WeakMap<z.core.$ZodType, Spread>();

/** Returns the REST parameters and the GraphQL argument of a {@link spread} value; undefined for most values. */
export function spreadOf(schema: z.core.$ZodType): Spread | undefined {
  return spreads.get(schema);
}

/** Declares a value that is several parameters in REST and one argument in GraphQL. */
export function spread<Value, Parameters extends z.ZodObject, Argument extends z.ZodType>(declaration: {
  readonly parameters: Parameters;
  readonly argument: Argument;
  readonly ofParameters: (parameters: z.output<Parameters>) => Value;
  readonly ofArgument: (argument: z.output<Argument>) => Value;
}): z.ZodType<Value> {
  const { parameters, argument, ofParameters, ofArgument } = declaration;
  const schema = z.custom<Value>();
  spreads.set(schema, {
    parameters,
    argument,
    ofParameters: (given) => ofParameters(parseInput(parameters, given)),
    ofArgument: (given) => ofArgument(argument.parse(given)),
  });
  return schema;
}

const described = new WeakMap<z.core.$ZodType, z.ZodObject>();

/** Returns the documented schema of an input if it differs from the schema that parses it; undefined for most. */
export function describedAs(schema: z.core.$ZodType): z.ZodObject | undefined {
  return described.get(schema);
}

/**
 * Declares an input whose command validates more than its schema, with its own messages. `as` is the documented schema;
 * `read` is the schema that parses REST bodies.
 */
export function readAs<Read extends z.ZodObject>(as: z.ZodObject, read: Read): Read {
  described.set(read, as);
  const known = graphqlTypes.get(as);
  if (known) graphqlTypes.add(read, known);
  return read;
}
