import DataLoader from "dataloader";
import { Ctx, Field, FieldResolver, InputType, ObjectType, Resolver, Root } from "type-graphql";
import { z } from "zod";
import type { Member } from "../access/authorize.ts";
import { type GraphqlContext, perOperation, requireActor } from "../calls/graphqlContext.ts";
import { deprecated, deprecationOf } from "./deprecation.ts";
import { type FieldWeight, Weighs } from "./weight.ts";
import { type RestField, showInRest } from "./restValues.ts";
import { graphqlTypeOf, graphqlTypes, type Made, makeClass, method } from "./graphqlTypes.ts";

/** Type of a value in responses: dates become strings in ISO 8601. */
export type Sent<Value> = Value extends string
  ? string extends Value
    ? Value | Date
    : Value
  : Value extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Sent<Value[Name]> }
      : Value;

/** An optional field is absent in REST and null in GraphQL if it has no value. */
type SentField<Value> = Sent<Value> | (undefined extends Value ? null : never);

/** Computes values of many sources at once, in their order. */
type ForAll<Source, Services, Value> = {
  readonly forAll: (
    services: Services,
    member: Member,
    sources: readonly Source[],
  ) => Promise<readonly SentField<Value>[]>;
  /**
   * Computes the value for one source in GraphQL, if other fields need the same data; by default the field has its own
   * loader.
   */
  readonly ofOne?: (context: GraphqlContext<Services>, source: Source) => Promise<SentField<Value>>;
};

type Computed<Source, Services, Value> = ((source: Source) => SentField<Value>) | ForAll<Source, Services, Value>;

/** Loads data of many sources at once, in their order, shared by several computed fields. */
export function loadedOnce<Source extends object, Services, Loaded>(
  load: (services: Services, member: Member, sources: readonly Source[]) => Promise<readonly Loaded[]>,
) {
  const ofCall = new WeakMap<readonly Source[], Promise<readonly Loaded[]>>();
  const loaderOf = perOperation(
    (context: GraphqlContext<Services>) =>
      new DataLoader<Source, Loaded>((sources) => load(context.services, requireActor(context), sources)),
  );
  return {
    ofOne: (context: GraphqlContext<Services>, source: Source) => loaderOf(context).load(source),
    field: <Value, More>(valueOf: (loaded: Loaded, source: Source, services: Services & More) => Value) => ({
      async forAll(services: Services & More, member: Member, sources: readonly Source[]) {
        const loading = ofCall.get(sources) ?? load(services, member, sources);
        ofCall.set(sources, loading);
        const loaded = await loading;
        return loaded.map((one, i) => {
          const source = sources[i];
          if (source === undefined) throw new Error("a batch loader returned more values than requested");
          return valueOf(one, source, services);
        });
      },
      ofOne: async (context: GraphqlContext<Services & More>, source: Source) =>
        valueOf(await loaderOf(context).load(source), source, context.services),
    }),
  };
}

/**
 * Loads the values of a field by keys of their sources; `otherwise` is the value of keys that `load` does not return.
 */
export function perKey<Source extends object, Key, Services, Value>(
  keyOf: (source: Source) => Key,
  load: (services: Services, member: Member, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Sent<Value>>>,
  otherwise: Sent<Value>,
): ForAll<Source, Services, Value> {
  return loadedOnce(async (services: Services, member, sources: readonly Source[]) => {
    const values = await load(services, member, [...new Set(sources.map(keyOf))]);
    return sources.map((source) => values.get(keyOf(source)) ?? otherwise);
  }).field((value) => value);
}

/** Names of fields that a source does not have with the type of the response. */
type Missing<Source, Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Name extends keyof Source
    ? Source[Name] extends SentField<z.output<Shape[Name]>>
      ? never
      : Name
    : Name;
}[keyof Shape];

interface Declaration<Source, Services, Shape extends z.ZodRawShape> {
  readonly name: string;
  /** The entity's name in the OpenAPI document, if that differs. */
  readonly component?: string;
  readonly description: string;
  /** Fields by their names in GraphQL. */
  readonly fields: Shape;
  /** How to compute the fields that a source does not have. */
  readonly computed: { readonly [Name in Missing<Source, Shape>]: Computed<Source, Services, z.output<Shape[Name]>> };
  /** Names of fields in REST, if they differ; `id` is `_id` unless it is named here. */
  readonly restNames?: { readonly [Name in keyof Shape]?: string };
  /** Fields that only REST or only GraphQL has. */
  readonly only?: { readonly [Name in keyof Shape]?: "rest" | "graphql" };
  /** Weights of fields in GraphQL that are larger than others. */
  readonly weights?: { readonly [Name in keyof Shape]?: FieldWeight };
}

/** An entity in REST and GraphQL responses. */
export interface Entity<Source, Services> {
  readonly name: string;
  /** The entity's schema in REST. */
  readonly answer: z.ZodObject;
  /** The entity's class in GraphQL. */
  readonly type: Made;
  /** The GraphQL resolvers of its computed fields. */
  readonly resolvers: readonly Made[];
  /** Converts sources to REST objects. Throws if `member` is null and a field is loaded per member. */
  readonly toRest: (
    services: Services,
    member: Member | null,
    sources: readonly Source[],
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Declares an entity once, for REST and GraphQL. `Source` is what queries and commands return. */
export function entity<Source extends object, Services = unknown>() {
  return <Shape extends z.ZodRawShape>(declaration: Declaration<Source, Services, Shape>): Entity<Source, Services> => {
    const { name, component = name, description, fields } = declaration;
    const computed = new Map<string, Computed<Source, Services, unknown>>(Object.entries(declaration.computed));
    const restNames = new Map<string, string | undefined>(Object.entries(declaration.restNames ?? {}));
    const restName = (field: string) => restNames.get(field) ?? (field === "id" ? "_id" : field);
    const type = makeClass();
    const resolver = computed.size > 0 ? makeClass() : null;
    const weights = new Map<string, FieldWeight | undefined>(Object.entries(declaration.weights ?? {}));
    const only = new Map<string, string | undefined>(Object.entries(declaration.only ?? {}));
    const inRest = Object.entries(fields)
      .filter(([field]) => only.get(field) !== "graphql")
      .map(([field, schema]) => ({ ...restFieldOf(field, schema, computed.get(field)), restName: restName(field) }));
    for (const [field, schema] of Object.entries(fields)) {
      if (only.get(field) === "rest") continue;
      const { returns, options } = graphqlTypeOf(schema);
      const how = computed.get(field);
      if (how && resolver) {
        method(resolver, field, resolverOf(how));
        Root()(resolver.prototype, field, 0);
        Ctx()(resolver.prototype, field, 1);
        FieldResolver(returns, options)(resolver.prototype, field, {});
      } else Field(returns, options)(type.prototype, field);
      const weight = weights.get(field);
      if (weight) Weighs(weight)(how && resolver ? resolver.prototype : type.prototype, field, {});
    }
    ObjectType(name, { description })(type);
    if (resolver) Resolver(() => type)(resolver);
    return {
      name,
      type,
      resolvers: resolver ? [resolver] : [],
      answer: z
        .object(Object.fromEntries(inRest.map((each) => [each.restName, each.schema])))
        .meta({ title: component })
        .register(graphqlTypes, { type }),
      toRest: (services, member, sources) => showInRest(inRest, services, member, sources),
    };
  };
}

function restFieldOf<Source extends object, Services>(
  field: string,
  schema: z.core.$ZodType,
  how: Computed<Source, Services, unknown> | undefined,
): Omit<RestField<Source, Services>, "restName"> & { readonly schema: z.core.$ZodType } {
  const { schema: shown, inner } = restOf(schema);
  const valueOf = typeof how === "function" ? how : (source: Source): unknown => Reflect.get(source, field);
  const isLoaded = how !== undefined && typeof how !== "function";
  return {
    schema: shown,
    isOptional: schema instanceof z.ZodOptional,
    valueOf,
    load: inner
      ? (services, member, sources) => Promise.all(sources.map((source) => inner(services, member, valueOf(source))))
      : isLoaded
        ? (services, member, sources) => {
            if (!member) throw new Error(`the field ${field} can be loaded only for members of a workspace`);
            return how.forAll(services, member, sources);
          }
        : null,
  };
}

interface Inner {
  readonly answer: z.ZodObject;
  // Declared as a method, because parameters of methods are checked bivariantly; the type of each value is checked at
  // its declaration.
  toRest(services: unknown, member: Member | null, sources: readonly unknown[]): Promise<readonly unknown[]>;
}

const innerEntities = new WeakMap<z.core.$ZodType, Inner>();

/**
 * Returns the schema of an entity that is a field of another entity, or an element of a list field. The resolvers of
 * the inner entity must be added to those of the feature.
 */
export function nested<Source>({ type, answer, toRest }: Entity<Source, never>): z.ZodType<Source> {
  const value = z.custom<Source>().register(graphqlTypes, { type });
  innerEntities.set(value, { answer, toRest });
  return value;
}

/** Returns the entity of a schema, even if the schema was described again since. */
function innerOf(schema: z.core.$ZodType): Inner | undefined {
  const { parent } = schema._zod;
  return innerEntities.get(schema) ?? (parent && innerOf(parent));
}

/** Returns the REST schema of a field, and the conversion of its value if it contains entities. */
function restOf(schema: z.core.$ZodType): {
  readonly schema: z.core.$ZodType;
  readonly inner?: (services: unknown, member: Member | null, value: unknown) => Promise<unknown>;
} {
  const description = z.globalRegistry.get(schema)?.description;
  const deprecation = deprecationOf(schema);
  const described = (of: z.ZodType) => {
    const own = description === undefined ? of : of.describe(description);
    return deprecation ? deprecated(own, deprecation) : own;
  };
  if (schema instanceof z.ZodArray) {
    const found = innerOf(schema.element);
    if (!found) return { schema };
    return {
      schema: described(schema.clone({ ...schema.def, element: found.answer })),
      inner: async (services, member, value) => (Array.isArray(value) ? found.toRest(services, member, value) : value),
    };
  }
  const isNullable = schema instanceof z.ZodNullable;
  const found = innerOf(isNullable ? schema.unwrap() : schema);
  if (!found) return { schema };
  return {
    schema: described(isNullable ? found.answer.nullable() : found.answer),
    async inner(services, member, value) {
      const [shown] = value === null ? [null] : await found.toRest(services, member, [value]);
      return shown;
    },
  };
}

/**
 * Declares an object that is part of an answer, with the same names in REST and GraphQL. If the object can contain
 * itself, pass the `type` that its fields refer to.
 */
export function part<Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  fields: Shape,
  weights: { readonly [Name in keyof Shape]?: FieldWeight } = {},
  type: Made = makeClass(),
): z.ZodObject<Shape> {
  addFields(type, fields);
  for (const [field, weight] of Object.entries<FieldWeight | undefined>(weights)) {
    if (weight) Weighs(weight)(type.prototype, field, {});
  }
  ObjectType(name, { description })(type);
  return z.object(fields).meta({ title: name }).register(graphqlTypes, { type });
}

/** Returns the class of a part in GraphQL. Throws for a schema without one. */
export function typeOfPart(schema: z.ZodObject) {
  const type = graphqlTypes.get(schema)?.type;
  if (typeof type !== "function") throw new Error("the schema has no GraphQL class: create it with part()");
  return type;
}

/**
 * Declares a REST body that is also a GraphQL input. Throws if a field may be omitted but not null, because GraphQL has
 * no such type.
 */
export function input<Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  fields: Shape,
  type: Made = makeClass(),
): z.ZodObject<Shape> {
  for (const [field, schema] of Object.entries(fields)) {
    if (graphqlTypeOf(schema).options.nullable && !z.safeParse(schema, null).success)
      throw new Error(`${name}.${field} can be omitted but not null: declare it as nullish`);
  }
  addFields(type, fields);
  InputType(name, { description })(type);
  return z.object(fields).register(graphqlTypes, { type });
}

function addFields(type: Made, fields: z.ZodRawShape): void {
  for (const [field, schema] of Object.entries(fields)) {
    const { returns, options } = graphqlTypeOf(schema);
    Field(returns, options)(type.prototype, field);
  }
}

function resolverOf<Source extends object, Services>(
  how: Computed<Source, Services, unknown>,
): (source: Source, context: GraphqlContext<Services>) => unknown {
  if (typeof how === "function") return (source: Source) => how(source);
  const { ofOne } = how;
  if (ofOne) return (source: Source, context: GraphqlContext<Services>) => ofOne(context, source);
  const loaderOf = perOperation(
    (context: GraphqlContext<Services>) =>
      new DataLoader<Source, unknown>((sources) => how.forAll(context.services, requireActor(context), sources)),
  );
  return (source: Source, context: GraphqlContext<Services>) => loaderOf(context).load(source);
}
