import type { IncomingMessage, Server } from "node:http";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type GraphQLSchema, specifiedRules, validate } from "graphql";
import { useServer } from "graphql-ws/use/ws";
import { WebSocketServer } from "ws";
import { z } from "zod";
import { clientAddress, type IsTrusted } from "../http/clientAddress.ts";
import { isOwnOrigin } from "../http/ownOrigin.ts";
import type { AccessClaims } from "../identity/accessTokens.ts";
import type { Caller, Services } from "../services.ts";
import { createContext } from "./context.ts";
import { formatGraphqlError } from "./errors.ts";
import { operationLimitsRule } from "./operationLimits.ts";

const paramsSchema = z.object({ token: z.string() });

/** Subprotocol code for "forbidden": the client renews its token and connects again. */
const tokenEnded = { code: 4403, reason: "Forbidden" };

type ConnectionExtra = Record<PropertyKey, unknown> & {
  claims?: AccessClaims;
  expiry?: NodeJS.Timeout;
  unwatch?: () => void;
};

/**
 * Subscriptions over graphql-transport-ws on /graphql, for our own pages and for what is no browser. A connection lives
 * no longer than its access token and its session.
 */
export function serveSubscriptions(
  server: Server,
  schema: GraphQLSchema,
  services: Services,
  logger: Logger,
  isTrusted: IsTrusted,
): { close(): Promise<void> } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (request.url?.split("?", 1)[0] !== "/graphql") {
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
      return;
    }
    const refuse = (status: string) => socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    if (!isOwnOrigin(request.headers, services.publicUrl)) {
      refuse("403 Forbidden");
      return;
    }
    services.limits.request(addressOf(request, isTrusted)).then(
      () => sockets.handleUpgrade(request, socket, head, (client) => sockets.emit("connection", client, request)),
      () => refuse("429 Too Many Requests"),
    );
  });
  const disposable = useServer<Record<string, unknown>, ConnectionExtra>(
    {
      schema,
      connectionInitWaitTimeout: 5000,
      async onConnect(context) {
        const params = paramsSchema.safeParse(context.connectionParams);
        const claims = params.success ? await services.accessTokens.verify(params.data.token) : null;
        if (!claims || services.revocations.has(claims.sessionId)) return false;
        const { socket } = context.extra;
        context.extra.claims = claims;
        const end = () => socket.close(tokenEnded.code, tokenEnded.reason);
        context.extra.expiry = setTimeout(end, claims.expiresAt * 1000 - services.now().getTime());
        context.extra.unwatch = services.revocations.watch((sessionId) => {
          if (sessionId === claims.sessionId) end();
        });
        return true;
      },
      onClose(context) {
        clearTimeout(context.extra.expiry);
        context.extra.unwatch?.();
      },
      context({ extra: { claims, request } }) {
        const caller: Caller = { via: "graphql", address: addressOf(request, isTrusted) };
        const actor = claims ? { userId: claims.userId, sessionId: claims.sessionId, ...caller } : null;
        return createContext(services, actor, caller);
      },
      validate: (wanted, document, rules = specifiedRules) =>
        validate(wanted, document, [...rules, operationLimitsRule]),
      onNext(_context, _id, _payload, _args, { data, errors }) {
        if (!errors) return;
        return {
          data: data ?? null,
          errors: errors.map((error) => formatGraphqlError(logger, error.toJSON(), error)),
        };
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

function addressOf({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  return clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString(), isTrusted);
}
