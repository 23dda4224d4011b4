import { saveAddress } from "./afterSignIn.ts";
import { reach } from "./reach.ts";
import { tokens } from "./tokens.ts";
import { createRenewal } from "./renewal.ts";
import { requestTokens } from "./requestTokens.ts";
import { timedFetch } from "./timedFetch.ts";
import { exclusiveAcrossTabs } from "./turns.ts";

export const graphqlPath = "/graphql";
const loginPath = "/login";

export const renewSession = createRenewal(
  tokens,
  exclusiveAcrossTabs,
  (refreshToken) => requestTokens(timedFetch, graphqlPath, refreshToken),
  reach.until,
);

/**
 * Clears the session, stores the page's address for the next sign-in, and opens the log-in page by a full page load, so
 * that none of the session's data remains in memory.
 */
export function endSession(): void {
  tokens.clear();
  saveAddress(window.location);
  if (window.location.pathname !== loginPath) window.location.assign(loginPath);
}
