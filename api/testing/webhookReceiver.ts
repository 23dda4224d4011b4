import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { createPooledOutgoing } from "@hoplog/platform/outgoing/request.js";
import { createListener } from "@hoplog/platform/postgres/listener.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import { z } from "zod";
import { type Deliverer, startDeliverer } from "../integrations/webhooks/delivery/deliverer.ts";
import { webhookMessages } from "../integrations/webhooks/payloads.ts";
import { createWebhookMetrics } from "../integrations/webhooks/outbox/metrics.ts";
import type { Message } from "../kernel/calls/feature.ts";
import { unknownFields } from "../servers/rest/knownInput.ts";
import { call, type TestApi, type TestUser } from "./testApi.ts";
import { listenAnywhere } from "./listenAnywhere.ts";

const payload = z.object({ type: z.string(), timestamp: z.string(), data: z.record(z.string(), z.unknown()) });
const messages: Readonly<Record<string, Message>> = webhookMessages;

/** Parses a message. Throws unless it matches the OpenAPI document exactly. */
function readMessage(body: string): z.output<typeof payload> {
  const message = readAnyMessage(body);
  const described = messages[message.type]?.is;
  if (!described) throw new Error(`the OpenAPI document describes no message of type ${message.type}`);
  described.parse(message);
  const unknown = [...unknownFields(described, message)].map(({ field }) => field);
  if (unknown.length > 0)
    throw new Error(
      `a message of type ${message.type} has fields that the OpenAPI document does not describe: ${unknown.join(", ")}`,
    );
  return message;
}

/** A received message. */
export interface Received extends z.output<typeof payload> {
  readonly id: string;
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** How the receiver responds to a request; it may never respond. */
type Answers = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  readonly port: number;
  /** The received messages, in order of arrival. */
  readonly received: Received[];
  /** Returns the messages received at a path. */
  at(path: string): Received[];
  /** Responses by path; others return 204. */
  readonly answers: Map<string, Answers>;
  url(path: string): string;
  close(): Promise<void>;
}

function readAnyMessage(body: string): z.output<typeof payload> {
  return payload.parse(JSON.parse(body));
}

/** Starts a receiver. With `byHand`, a test writes the messages itself, with any content. */
export async function startReceiver({ byHand = false } = {}): Promise<Receiver> {
  const read = byHand ? readAnyMessage : readMessage;
  const received: Received[] = [];
  const answers = new Map<string, Answers>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const path = request.url ?? "";
      const id = String(request.headers["webhook-id"]);
      const message = { ...read(body), id, path, body, headers: request.headers };
      received.push(message);
      const answer = answers.get(path);
      if (answer) answer(response, message);
      else response.writeHead(204).end();
    });
  });
  const port = await listenAnywhere(server);
  return {
    port,
    received,
    at: (path) => received.filter((each) => each.path === path),
    answers,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Throws unless the Standard Webhooks library accepts the signature. */
export function verify(secret: string, { body, headers }: Pick<Received, "body" | "headers">): void {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  new Webhook(secret).verify(body, Object.fromEntries(names.map((name) => [name, String(headers[name])])));
}

export const loopback = [{ address: "127.0.0.1", prefix: 32, family: "ipv4" }] as const;

const madeBody = z.object({ data: z.object({ _id: z.string(), secret: z.string() }) });

export async function makeWebhook(
  api: TestApi,
  user: TestUser,
  url: string,
  events: readonly string[],
  more: object = {},
): Promise<{ id: string; secret: string }> {
  const { body } = await call(api, "POST", "/api/webhooks", { user, body: { url, events, ...more } });
  const { _id: id, secret } = madeBody.parse(body).data;
  return { id, secret };
}

const messagesBody = z.object({
  data: z.array(
    z.object({
      _id: z.string(),
      type: z.string(),
      linkId: z.string().nullable(),
      state: z.string(),
      attempts: z.number(),
      nextAttemptAt: z.string().nullable(),
      status: z.number().nullable(),
      error: z.string().nullable(),
    }),
  ),
});
export type ListedMessage = z.output<typeof messagesBody>["data"][number];

export async function messagesOf(api: TestApi, user: TestUser, webhookId: string): Promise<ListedMessage[]> {
  return messagesBody.parse((await call(api, "GET", `/api/webhooks/${webhookId}/messages?limit=100`, { user })).body)
    .data;
}

/** Makes all messages that wait for a retry due now. */
export async function dontWait(api: TestApi, webhookId: string): Promise<void> {
  await api.services.reads.query(
    sql`UPDATE webhook_message SET due_at = now() WHERE webhook_id = ${webhookId} AND state = 'pending' AND due_at > now()
      AND attempts > 0`,
  );
  api.services.webhooksDue();
}

/** Waits until the given number of a webhook's messages is in a state. */
export async function reached(api: TestApi, user: TestUser, webhookId: string, state: string, count = 1) {
  return vi.waitFor(
    async () => {
      const messages = await messagesOf(api, user, webhookId);
      if (messages.filter((each) => each.state === state).length < count)
        throw new Error(`fewer than ${count} messages have the state ${state}: ${JSON.stringify(messages)}`);
      return messages;
    },
    { timeout: 60_000, interval: 30 },
  );
}

/** Starts another process that sends messages, until stopped. `timeoutMs` is its request timeout. */
export async function anotherDeliverer(api: TestApi, timeoutMs = 15_000): Promise<Deliverer> {
  const logger = createLogger("api", "silent");
  const listener = createListener({ databaseUrl: api.databaseUrl, applicationName: "another", logger });
  const { request, close: hangUp } = createPooledOutgoing({ allowed: loopback, userAgent: "hoplog", connections: 64 });
  const webhookMetrics = createWebhookMetrics(createRegistry("api"));
  const own = { logger, listener, webhookMetrics, request, hangUp, timeoutMs };
  const deliverer = await startDeliverer({ ...api.services, ...own });
  return {
    ...deliverer,
    async stop() {
      await deliverer.stop();
      await listener.close();
    },
  };
}
