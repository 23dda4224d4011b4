import { createRenewal, exclusiveAcrossTabs } from "./renewal.ts";
import { requestTokens } from "./requestTokens.ts";
import { timedFetch } from "./timedFetch.ts";
import { createTokenStore } from "./tokens.ts";

export const graphqlPath = "/graphql";
const loginPath = "/login";

/** This browser's session. */
export const tokens = createTokenStore(window.localStorage);

export const renewSession = createRenewal(tokens, exclusiveAcrossTabs, (refreshToken) =>
  requestTokens(timedFetch, graphqlPath, refreshToken),
);

/** Forgets the session and moves to the log-in page by a full page load, so that nothing of it stays in memory. */
export function endSession(): void {
  tokens.clear();
  if (window.location.pathname !== loginPath) window.location.assign(loginPath);
}
