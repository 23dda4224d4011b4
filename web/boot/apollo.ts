import { createClient } from "../graphql/client.ts";
import { createLiveConnection } from "../live/connection.ts";
import { confirmation } from "../session/confirmation.ts";
import { createConfirmLink } from "../session/confirmLink.ts";
import { tokens } from "../session/tokens.ts";
import { endSession, graphqlPath, renewSession } from "../session/session.ts";
import { createSessionLink } from "../session/sessionLink.ts";
import { timedFetch } from "../session/timedFetch.ts";

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
