import { Ctx, FieldResolver, ObjectType, Resolver, Root } from "type-graphql";
import { z } from "zod";
import type { Actor } from "../calls/actor.ts";
import type { GraphqlContext } from "../calls/graphqlContext.ts";
import { type FieldWeight, Weighs } from "./weight.ts";
import type { GraphqlAnswered } from "./answers.ts";
import { type Sent, typeOfPart } from "./entity.ts";
import { CalledBy, takeArguments } from "./graphqlFace.ts";
import { graphqlTypeOf, graphqlTypes, type Made, makeClass, method } from "./graphqlTypes.ts";
import { forActors } from "./access.ts";
import type { Taken } from "./declaration.ts";

interface FieldDeclaration<Source, Services, Takes extends z.ZodRawShape, Schema extends z.ZodType> {
  readonly name: string;
  /** Overrides the description of the field's response. */
  readonly description?: string;
  readonly takes?: Takes;
  readonly answer: Schema;
  readonly weight?: FieldWeight;
  readonly run: (
    source: Source,
    services: Services,
    given: Taken<Takes>,
    actor: Actor,
    context: GraphqlContext<Services>,
  ) => Sent<z.output<Schema>> | Promise<Sent<z.output<Schema>>>;
}

/** An object whose fields are all computed when a client selects them. */
interface ComputedObject<Source, Services> extends GraphqlAnswered<Services, Source> {
  /** The object as the response of a field; its resolvers must be added to those of the feature. */
  readonly value: z.ZodType<Source>;
}

/** A field that can be added to any type whose source has the data that it needs. */
export interface AddedField<Source, Services> {
  readonly run: (source: Source, services: Services, ...given: never[]) => unknown;
  readonly addTo: (resolver: Made) => void;
}

/** Declares GraphQL fields, optionally with arguments, that are computed when a client selects them. */
export function fieldsOf<Source extends object, Services>() {
  /** Creates the resolver class of additional fields of a part, or of an entity's type. */
  const addedTo = (to: Made | z.ZodObject, fields: readonly AddedField<Source, Services>[]): Made => {
    const type = typeof to === "function" ? to : typeOfPart(to);
    const resolver = makeClass();
    for (const { addTo } of fields) addTo(resolver);
    Resolver(() => type)(resolver);
    return resolver;
  };
  return {
    field: <Schema extends z.ZodType, Takes extends z.ZodRawShape>(
      declaration: FieldDeclaration<Source, Services, Takes, Schema>,
    ): AddedField<Source, Services> => ({
      run: declaration.run,
      addTo: (resolver) => addField(resolver, declaration),
    }),
    addedTo,
    /** Declares an object whose fields are all computed on demand. */
    object(
      name: string,
      description: string,
      fields: readonly AddedField<Source, Services>[],
    ): ComputedObject<Source, Services> {
      const type = makeClass();
      ObjectType(name, { description })(type);
      return {
        graphql: { returns: () => type, options: { nullable: false } },
        resolvers: [addedTo(type, fields)],
        value: z.custom<Source>().register(graphqlTypes, { type }),
      };
    },
  };
}

function addField<Source, Services, Takes extends z.ZodRawShape, Schema extends z.ZodType>(
  resolver: Made,
  { name, description, takes, answer, weight, run }: FieldDeclaration<Source, Services, Takes, Schema>,
): void {
  const { prototype } = resolver;
  method(resolver, name, (source: Source, context: GraphqlContext<Services>, actor: Actor, given: Taken<Takes>) =>
    run(source, context.services, given, actor, context),
  );
  Root()(prototype, name, 0);
  Ctx()(prototype, name, 1);
  CalledBy(forActors)(prototype, name, 2);
  takeArguments(takes ?? {}, prototype, name, 3);
  const { returns, options } = graphqlTypeOf(answer);
  FieldResolver(returns, { ...options, ...(description !== undefined && { description }) })(prototype, name, {});
  if (weight) Weighs(weight)(prototype, name, {});
}
