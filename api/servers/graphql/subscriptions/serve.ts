import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { namesOneHost } from "@hoplog/platform/http/oneHost.js";
import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { authenticationError, HoplogError } from "@hoplog/schema/errors.js";
import type { ExecutionArgs, GraphQLError, GraphQLSchema } from "graphql";
import type { Context, SubscribePayload } from "graphql-ws";
import { type Extra, useServer } from "graphql-ws/use/ws";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { clientAddress, type IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { Caller } from "../../../kernel/calls/actor.ts";
import type { PublicUrl } from "../../../kernel/calls/capabilities.ts";
import { type GraphqlContext, isOwnOrigin } from "../../../kernel/calls/graphqlContext.ts";
import {
  actorOf,
  bearerToken,
  type Claims,
  claimsOfToken,
  type TokenServices,
  workspaceHeader,
} from "../../../accounts/identity/authenticate.ts";
import { addressKey, holderKey } from "../../../kernel/limits/keys.ts";
import type { LimitsOf } from "../../../kernel/limits/limits.ts";
import { createQuota } from "@hoplog/platform/quota/quota.js";
import { formatGraphqlError } from "../errors.ts";
import type { WatchedSessions } from "../../../accounts/identity/watchSession.ts";
import { type Connection, endSocket, openConnection } from "./connection.ts";
import { watchForFlood } from "./flood.ts";
import type { SocketMetrics } from "./metrics.ts";
import { asGraphqlError, readSubscription } from "./operation.ts";
import type { SocketLimits } from "./socketLimits.ts";

/** `workspace` replaces the header X-Workspace, which browsers can't send here. */
const paramsSchema = z.object({
  token: z.string().optional(),
  Authorization: z.string().optional(),
  authorization: z.string().optional(),
  workspace: z.string().optional(),
});
type Params = z.output<typeof paramsSchema>;

/** WebSocket's own code, after which the client reconnects later. */
const tryAgainLater = { code: 1013, reason: "Too many connections" };
const policyViolation = { code: 1008, reason: "Too many messages" };

/** Maximum message size in bytes: subscriptions are short and have few variables. */
const maxMessageBytes = 64 * 1024;

type ConnectionExtra = Record<PropertyKey, unknown> & {
  connection?: Connection;
  release?: () => void;
};
type SocketContext = Context<Record<string, unknown>, Extra & Partial<ConnectionExtra>>;

export interface SubscriptionsSettings {
  readonly schema: GraphQLSchema;
  readonly services: TokenServices & WatchedSessions & PublicUrl & LimitsOf<"request" | "account" | "apiKey">;
  readonly logger: Logger;
  readonly isTrusted: IsTrusted;
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly limits: SocketLimits;
  readonly metrics: SocketMetrics;
}

/**
 * Serves only subscriptions, over graphql-transport-ws on /graphql, for our own pages and non-browser clients. A
 * connection ends with its access token or session, and has the same rate limits as calls over HTTP.
 */
export function serveSubscriptions(server: Server, settings: SubscriptionsSettings): { close(): Promise<void> } {
  const { schema, services, logger, isTrusted, requestIdOf, limits, metrics } = settings;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  const addressQuota = createQuota(limits.socketsPerAddress);
  const accountQuota = createQuota(limits.socketsPerAccount);
  const addressOf = ({ headers, socket }: IncomingMessage): string =>
    clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString(), isTrusted);

  function accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Takes no place for a socket that has closed, because the place would never be released.
    if (socket.destroyed) return;
    const release = addressQuota.take(addressKey(addressOf(request)));
    if (!release) {
      metrics.refused.inc({ reason: "address" });
      refuse(socket, "429 Too Many Requests", requestIdOf(request));
      return;
    }
    socket.once("close", release);
    sockets.handleUpgrade(request, socket, head, (client) => {
      metrics.open.inc();
      client.once("close", () => metrics.open.dec());
      watchForFlood(client, services.now, (reason) => {
        metrics.refused.inc({ reason });
        endSocket(client, policyViolation.code, policyViolation.reason);
      });
      sockets.emit("connection", client, request);
    });
  }

  sockets.on("headers", (headers, request) => headers.push(`${requestIdHeader}: ${requestIdOf(request)}`));

  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (request.url?.split("?", 1)[0] !== "/graphql") refuse(socket, "404 Not Found", requestIdOf(request));
    else if (!namesOneHost(request)) refuse(socket, "400 Bad Request", requestIdOf(request));
    else if (!isOwnOrigin(request.headers, services.publicUrl)) refuse(socket, "403 Forbidden", requestIdOf(request));
    else {
      services.limits.request(addressOf(request)).then(
        () => accept(request, socket, head),
        () => refuse(socket, "429 Too Many Requests", requestIdOf(request)),
      );
    }
  });

  /** Throws the same errors as HTTP for an operation that may not start. */
  async function admit(context: SocketContext): Promise<void> {
    const { connection, request } = context.extra;
    if (!connection?.isOpen()) throw authenticationError("Your session has ended. Please log in again.");
    if (Object.keys(context.subscriptions).length > limits.subscriptionsPerSocket) {
      const message = `A connection can have at most ${limits.subscriptionsPerSocket} subscriptions`;
      throw new HoplogError("RATE_LIMIT_ERROR", message);
    }
    await services.limits.request(addressOf(request));
    // As over HTTP, calls that exceed the key's own limit do not count against the account. The address was checked
    // against the key when the socket connected.
    if (connection.requestsPerMinute !== null) {
      await services.limits.apiKey(connection.actor.credential.id, connection.requestsPerMinute);
    }
    await services.limits.account(connection.actor.userId);
  }

  async function begin(context: SocketContext, payload: SubscribePayload): Promise<ExecutionArgs | GraphQLError[]> {
    try {
      await admit(context);
      return readSubscription(schema, payload);
    } catch (error) {
      return [asGraphqlError(error)];
    }
  }

  /** Returns null for a workspace that is not the user's, or an IP address that the API key does not allow. */
  function actorIn(claims: Claims, workspace: string | readonly string[] | undefined, caller: Caller) {
    try {
      return actorOf(services, claims, workspace, caller);
    } catch {
      return null;
    }
  }

  async function connect(context: SocketContext): Promise<boolean> {
    const { extra } = context;
    const params = paramsSchema.safeParse(context.connectionParams ?? {});
    const caller: Caller = { via: "graphql", address: addressOf(extra.request) };
    const token = params.success ? tokenIn(params.data, extra.request.headers.authorization) : undefined;
    const claims = token === undefined ? null : await claimsOfToken(services, token, caller).catch(asNone);
    if (!claims) return false;
    const actor = actorIn(claims, params.data?.workspace ?? extra.request.headers[workspaceHeader], caller);
    if (!actor) return false;
    // Checks whether the socket has closed in the meantime, because no close event would follow.
    if (extra.socket.readyState !== extra.socket.OPEN) return false;
    const release = accountQuota.take(holderKey(claims.userId, claims.credential.kind));
    if (!release) {
      metrics.refused.inc({ reason: "account" });
      endSocket(extra.socket, tryAgainLater.code, tryAgainLater.reason);
      return false;
    }
    extra.release = release;
    extra.connection = openConnection(extra.socket, claims, actor, services);
    return true;
  }

  const disposable = useServer<Record<string, unknown>, ConnectionExtra>(
    {
      schema,
      connectionInitWaitTimeout: 5000,
      onConnect: connect,
      onClose({ extra: { connection, release } }) {
        connection?.forget();
        release?.();
      },
      onSubscribe: (context, _id, payload) => begin(context, payload),
      context({ extra: { connection, request } }): GraphqlContext {
        const actor = connection?.actor ?? authenticationError("Please log in to continue.");
        return { services, actor, caller: { via: "graphql", address: addressOf(request) } };
      },
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
      for (const socket of sockets.clients) endWithServer(socket);
      await disposable.dispose();
    },
  };
}

/**
 * Browsers cannot send a header here, so the first message may contain the token, as `token` or as an Authorization
 * header.
 */
function tokenIn({ token, Authorization, authorization }: Params, header: string | undefined): string | undefined {
  return token ?? bearerToken(Authorization ?? authorization ?? header);
}

/**
 * Treats an invalid token as missing, because WebSockets cannot send HTTP's error for a key that is no longer valid.
 */
function asNone(error: unknown): null {
  if (error instanceof HoplogError) return null;
  throw error;
}

/** Destroys the socket at shutdown, because an unresponsive client must not delay the end of the process. */
function endWithServer(socket: WebSocket): void {
  endSocket(socket, 1001, "Going away");
}

function refuse(socket: Duplex, status: string, requestId: string): void {
  socket.end(`HTTP/1.1 ${status}\r\n${requestIdHeader}: ${requestId}\r\nConnection: close\r\n\r\n`);
}
