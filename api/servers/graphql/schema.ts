import { createPubSub } from "@graphql-yoga/subscription";
import type { GraphQLSchema } from "graphql";
import { GraphQLDateTime } from "graphql-scalars";
import { buildSchema, type NonEmptyArray } from "type-graphql";
import type { Feature } from "../../kernel/calls/feature.ts";

/** Builds the GraphQL schema from the features' decorated classes. */
export async function buildGraphqlSchema(features: readonly Pick<Feature, "resolvers">[]): Promise<GraphQLSchema> {
  const [first, ...others] = features.flatMap(({ resolvers = [] }) => resolvers);
  if (!first) throw new Error("none of the features has GraphQL resolvers");
  return buildSchema({
    resolvers: [first, ...others] satisfies NonEmptyArray<unknown>,
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validate: false,
    // type-graphql requires one for subscriptions; ours provide their own streams.
    pubSub: createPubSub(),
  });
}
