import { ApolloClient, InMemoryCache } from "@apollo/client";
import { ApolloLink } from "@apollo/client/link";
import { HttpLink } from "@apollo/client/link/http";
import { GraphQLWsLink } from "@apollo/client/link/subscriptions";
import { OperationTypeNode } from "graphql";
import type { Client as SocketClient } from "graphql-ws";
import { linksPolicy } from "./linksPolicy.ts";
import { persistedLink } from "./persistedLink.ts";

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          links: linksPolicy,
          groups: { merge: false },
          domains: { merge: false },
          tags: { merge: false },
          notes: { merge: false },
          shares: { merge: false },
          webhooks: { merge: false },
          webhookMessages: { merge: false },
          editMarks: { merge: false },
          botRules: { merge: false },
          link: { read: (known, { args, toReference }) => known ?? toReference({ __typename: "Link", id: args?.id }) },
        },
      },
      // Statistics for one link and range are replaced as a whole, never merged with older ones.
      LinkStats: { merge: false },
      ClickPage: { merge: false },
      Domain: { fields: { records: { merge: false }, problems: { merge: false }, warnings: { merge: false } } },
      // Each card queries different fields of the same object.
      Analytics: { merge: true },
      ConversionStats: { merge: true },
      Misses: { merge: true },
      Ledger: { merge: true },
      ClassifiedClicks: { merge: true },
      Dashboard: { merge: false },
      DashboardAnalytics: { merge: false },
    },
  });
}

interface ClientOptions {
  endpoint: string;
  fetch: typeof fetch;
  sessionLink: ApolloLink;
  confirmLink: ApolloLink;
  socket: SocketClient;
}

/** Creates a client that sends subscriptions over the socket, and all other operations over HTTP. */
export function createClient({ endpoint, fetch, sessionLink, confirmLink, socket }: ClientOptions): ApolloClient {
  const persisted = persistedLink();
  return new ApolloClient({
    cache: createCache(),
    link: ApolloLink.split(
      (operation) => operation.operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(socket),
      ApolloLink.from([
        confirmLink,
        ...(persisted ? [persisted] : []),
        sessionLink,
        new HttpLink({ uri: endpoint, fetch }),
      ]),
    ),
  });
}
