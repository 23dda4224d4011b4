import { ServerError } from "@apollo/client/errors";
import { print } from "graphql";
import { failureOf, type FailureType } from "../errors/failure.ts";
import type { RefreshTokensMutation } from "../graphql/generated/graphql.ts";
import { RefreshTokensDocument } from "../graphql/generated/graphql.ts";
import { SessionOver } from "./renewal.ts";
import type { Tokens } from "./tokens.ts";

/** What says that this session will never be renewed; whatever else goes wrong may be over the next time. */
const refusals: ReadonlySet<FailureType> = new Set(["AUTHENTICATION_ERROR", "AUTHORIZATION_ERROR", "VALIDATION_ERROR"]);

/** Requests new tokens, past every retry logic. Rejects with SessionOver where the server refuses, and otherwise unless the answer holds both. */
export async function requestTokens(send: typeof fetch, endpoint: string, refreshToken: string): Promise<Tokens> {
  const response = await send(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/graphql-response+json, application/json" },
    body: JSON.stringify({ query: print(RefreshTokensDocument), variables: { refreshToken } }),
  });
  const bodyText = await response.text();
  const { type, message } = failureOf(new ServerError(`${response.status}`, { response, bodyText }));
  if (response.status === 403 || refusals.has(type)) throw new SessionOver(message);
  const answer: { data?: Partial<RefreshTokensMutation> | null } = JSON.parse(bodyText);
  const tokens = answer.data?.refreshTokens;
  if (!response.ok || !tokens) throw new Error("The session could not be renewed");
  return { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
}
