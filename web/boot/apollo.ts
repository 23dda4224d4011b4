import { createClient } from "../core/graphql/client.ts";
import { createLiveConnection } from "../core/live/connection.ts";
import { confirmation } from "../core/session/confirmation.ts";
import { createConfirmLink } from "../core/session/confirmLink.ts";
import { tokens } from "../core/session/tokens.ts";
import { endSession, graphqlPath, renewSession } from "../core/session/session.ts";
import { createSessionLink } from "../core/session/sessionLink.ts";
import { timedFetch } from "../core/session/timedFetch.ts";

const session = { accessToken: tokens.accessToken, renew: renewSession, end: endSession };

export const connection = createLiveConnection({
  ...session,
  url: `${window.location.origin.replace(/^http/, "ws")}${graphqlPath}`,
});

export const apollo = createClient({
  endpoint: graphqlPath,
  fetch: timedFetch,
  sessionLink: createSessionLink(session),
  confirmLink: createConfirmLink(confirmation.ask),
  socket: connection.client,
});
