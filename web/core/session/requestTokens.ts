import { ServerError } from "@apollo/client/errors";
import { print } from "graphql";
import { failureOf, type FailureType } from "../errors/failure.ts";
import type { RefreshTokensMutation } from "../graphql/generated/graphql.ts";
import { RefreshTokensDocument } from "../graphql/generated/graphql.ts";
import { SessionOver } from "./renewal.ts";
import type { Tokens } from "./tokens.ts";

/** Failures that end the session permanently; any other failure may be retried. */
const refusals: ReadonlySet<FailureType> = new Set(["AUTHENTICATION_ERROR", "AUTHORIZATION_ERROR", "VALIDATION_ERROR"]);

/**
 * Requests new tokens without any retry. Rejects with SessionOver if the server rejects the session, and with another
 * error unless the response contains both tokens.
 */
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
