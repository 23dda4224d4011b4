import { ApolloClient } from "@apollo/client";
import { HttpLink } from "@apollo/client/link/http";
import { createCache } from "../core/graphql/client.ts";
import type { Resolvers } from "./graphqlServer.ts";
import { startGraphQL } from "./graphqlServer.ts";

/** Creates a client with the app's cache, connected to a test server with these resolvers. */
export async function clientOf(resolvers: Resolvers): Promise<ApolloClient> {
  const { url } = await startGraphQL(resolvers);
  return new ApolloClient({ cache: createCache(), link: new HttpLink({ uri: url }) });
}
