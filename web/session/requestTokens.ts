import { print } from "graphql";
import type { RefreshTokensMutation } from "../graphql/generated/graphql.ts";
import { RefreshTokensDocument } from "../graphql/generated/graphql.ts";
import type { Tokens } from "./tokens.ts";

/** Requests new tokens, past every retry logic. Rejects unless the answer holds both. */
export async function requestTokens(send: typeof fetch, endpoint: string, refreshToken: string): Promise<Tokens> {
  const response = await send(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/graphql-response+json, application/json" },
    body: JSON.stringify({ query: print(RefreshTokensDocument), variables: { refreshToken } }),
  });
  const answer: { data?: Partial<RefreshTokensMutation> | null } = await response.json();
  const tokens = answer.data?.refreshTokens;
  if (!response.ok || !tokens) throw new Error("The session could not be renewed");
  return { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
}
