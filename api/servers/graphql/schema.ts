import { createPubSub } from "@graphql-yoga/subscription";
import type { GraphQLSchema } from "graphql";
import { GraphQLDateTime } from "graphql-scalars";
import { buildSchema, type NonEmptyArray } from "type-graphql";
import type { Feature } from "../../kernel/calls/feature.ts";

/** The whole GraphQL schema, from the features' decorated classes. */
export async function buildGraphqlSchema(features: readonly Pick<Feature, "resolvers">[]): Promise<GraphQLSchema> {
  const [first, ...others] = features.flatMap(({ resolvers = [] }) => resolvers);
  if (!first) throw new Error("no feature has resolvers");
  return buildSchema({
    resolvers: [first, ...others] satisfies NonEmptyArray<unknown>,
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validate: false,
    // Asked for by type-graphql as soon as there is a subscription; ours bring streams of their own.
    pubSub: createPubSub(),
  });
}
