import type { ApolloClient } from "@apollo/client";
import { StartLinkJobDocument, type StartLinkJobInput } from "../../../core/graphql/generated/graphql.ts";

/** Starts a job and resolves with its id; undefined if the response contains no data. */
export async function startLinkJob(client: ApolloClient, input: StartLinkJobInput): Promise<string | undefined> {
  const { data } = await client.mutate({ mutation: StartLinkJobDocument, variables: { input } });
  return data?.startLinkJob.id;
}
