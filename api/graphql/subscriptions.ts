import type { Server } from "node:http";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { GraphQLSchema } from "graphql";
import { useServer } from "graphql-ws/use/ws";
import { WebSocketServer } from "ws";
import { z } from "zod";
import type { AccessClaims } from "../identity/accessTokens.ts";
import type { Services } from "../services.ts";
import { createContext } from "./context.ts";
import { formatGraphqlError } from "./errors.ts";

const paramsSchema = z.object({ token: z.string() });

/** Subprotocol code for "forbidden": the client renews its token and connects again. */
const tokenEnded = { code: 4403, reason: "Forbidden" };

type ConnectionExtra = Record<PropertyKey, unknown> & { claims?: AccessClaims; expiry?: NodeJS.Timeout };

/** Subscriptions over graphql-transport-ws on /graphql. A connection lives no longer than its access token. */
export function serveSubscriptions(
  server: Server,
  schema: GraphQLSchema,
  services: Services,
  logger: Logger,
): { close(): Promise<void> } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (request.url?.split("?", 1)[0] !== "/graphql") {
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit("connection", client, request));
  });
  const disposable = useServer<Record<string, unknown>, ConnectionExtra>(
    {
      schema,
      connectionInitWaitTimeout: 5000,
      async onConnect(context) {
        const params = paramsSchema.safeParse(context.connectionParams);
        const claims = params.success ? await services.accessTokens.verify(params.data.token) : null;
        if (!claims) return false;
        const { socket } = context.extra;
        context.extra.claims = claims;
        context.extra.expiry = setTimeout(
          () => socket.close(tokenEnded.code, tokenEnded.reason),
          claims.expiresAt * 1000 - services.now().getTime(),
        );
        return true;
      },
      onClose(context) {
        clearTimeout(context.extra.expiry);
      },
      context({ extra: { claims } }) {
        return createContext(
          services,
          claims ? { userId: claims.userId, sessionId: claims.sessionId, via: "graphql" } : null,
        );
      },
      onError: (_context, _id, _payload, errors) =>
        errors.map((error) => formatGraphqlError(logger, error.toJSON(), error)),
    },
    sockets,
  );
  return {
    async close() {
      await disposable.dispose();
    },
  };
}
