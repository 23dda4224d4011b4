import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { timed } from "@hoplog/platform/testing/timed.js";
import type { RecordedMiss } from "@hoplog/schema/topics/clickBatch/click.js";
import { decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { clicksOf, missesOf } from "@hoplog/schema/topics/clickBatch/rows.js";
import { completeKey, encodeComplete } from "@hoplog/schema/topics/links/key.js";
import { encodeLinkRecord, type LinkRecord } from "@hoplog/schema/topics/links/record.js";
import { clicksV1, linksV2 } from "@hoplog/schema/topics/topic.js";
import pg from "pg";
import { stringify } from "uuid";
import { readSettings } from "../boot/env.ts";
import { openRedirector, type Redirector } from "../boot/openRedirector.ts";

export const linkId = "01900000-0000-7000-8000-0000000000aa";
export const ownerId = "01900000-0000-7000-8000-0000000000bb";
export const link: LinkRecord = {
  linkId,
  ownerId,
  revision: 1,
  state: "active",
  domain: 0,
  url: "https://example.com/page?a=1",
  plan: new Uint8Array(),
};

export interface ShippedClick {
  readonly id: string;
  readonly linkId: string;
  readonly userAgent: string;
  readonly referrer: string;
  readonly query: string;
  readonly address: string;
  readonly flags: number;
  readonly languages: string;
  readonly revision: number;
  readonly domain: number;
  readonly rule: number;
  readonly arm: number;
}

export interface TestRedirector {
  readonly redirector: Redirector;
  readonly log: EventLog;
  readonly database: pg.Client;
  readonly databaseUrl: string;
  readonly folder: string;
  /** All clicks in clicks.v1. */
  readonly clicks: ShippedClick[];
  readonly misses: RecordedMiss[];
  /** Appends a record to links.v2, for a code or another key. */
  publish(key: string, record: LinkRecord | Uint8Array | null): Promise<void>;
  /** Inserts a link into Postgres that is not in links.v2. */
  insertTarget(code: string, state?: string, domain?: number): Promise<void>;
  close(): Promise<void>;
}

const logger = createLogger("redirector", "silent");

/**
 * Opens a redirector on a log without links, with a table of link targets like the api's and a reader of what it ships.
 */
export function openTestRedirector(env: NodeJS.ProcessEnv = {}): Promise<TestRedirector> {
  return timed("redirector", () => openRedirectorAlone(env));
}

async function openRedirectorAlone(env: NodeJS.ProcessEnv): Promise<TestRedirector> {
  const fresh = await freshDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "hoplog-redirector-"));
  const database = new pg.Client({ connectionString: fresh.url });
  await database.connect();
  await database.query(
    `CREATE TABLE link_target
       (domain integer, code text, link_id uuid, owner_id uuid, revision integer, url text, state text, plan bytea)`,
  );
  const log = await openEventLog({ databaseUrl: fresh.url, logger });
  await publishComplete(log);
  const clicks: ShippedClick[] = [];
  const misses: RecordedMiss[] = [];
  const reading = log.follow(clicksV1, null, { maxRecords: 100, maxBytes: 1_000_000 }, async ({ records }) => {
    for (const { value } of records) if (value) collect(value, clicks, misses);
  });
  const opened = await openRedirector(settingsFor(fresh.url, folder, env), logger);
  let stopped: Promise<void> | undefined;
  const redirector = { ...opened, stop: () => (stopped ??= opened.stop()) };
  return {
    redirector,
    log,
    database,
    databaseUrl: fresh.url,
    folder,
    clicks,
    misses,
    publish: (key, record) => {
      const value = record === null || record instanceof Uint8Array ? record : encodeLinkRecord(record);
      return log.append(linksV2, [{ key, value }]);
    },
    async insertTarget(code, state = "active", domain = 0) {
      await database.query("INSERT INTO link_target VALUES ($1, $2, $3, $4, 1, 'https://example.com/', $5, '')", [
        domain,
        code,
        linkId,
        ownerId,
        state,
      ]);
    },
    async close() {
      await redirector.stop();
      await reading.stop();
      await log.close();
      await database.end();
      await fresh.drop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Appends the marker that the api writes when all codes have been published. */
export async function publishComplete(log: EventLog): Promise<void> {
  await log.append(linksV2, [{ key: completeKey, value: encodeComplete() }]);
}

export function settingsFor(databaseUrl: string, folder: string, env: NodeJS.ProcessEnv = {}) {
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    SPOOL_DIR: path.join(folder, "spool"),
    REPLICA_DIR: path.join(folder, "replica"),
    LOG_LEVEL: "silent",
    LISTENERS: "1",
    SPOOL_RESERVE_MB: "2",
    ...env,
  });
  return { ...settings, SHORT_PORT: 0, METRICS_PORT: 0 };
}

function collect(value: Uint8Array, clicks: ShippedClick[], misses: RecordedMiss[]): void {
  const batch = decodeClickBatch(value);
  for (const { id, linkId, address, ...click } of clicksOf(batch))
    clicks.push({
      ...click,
      id: stringify(id),
      linkId: stringify(linkId),
      address: Buffer.from(address).toString("hex"),
    });
  misses.push(...missesOf(batch));
}

export interface Visit {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Fetches a page of the metrics port. */
export async function metricsPage(
  { redirector }: { readonly redirector: Redirector },
  page: string,
): Promise<Response> {
  return fetch(`http://127.0.0.1:${redirector.metricsPort()}${page}`);
}

/** Returns the metrics as text. */
export async function metricsOf(test: { readonly redirector: Redirector }): Promise<string> {
  return (await metricsPage(test, "/metrics")).text();
}

/** Returns the health of each part from the metrics port. */
export async function healthOf(test: { readonly redirector: Redirector }): Promise<unknown> {
  return (await metricsPage(test, "/healthz")).json();
}

/** A header that makes a listener pass the request to its HTTP server without changing the response. */
export const toHttpServer = { "proxy-connection": "keep-alive" } as const;

/** Sends one HTTP request to the redirector and returns its response, without following redirects. */
export function visit(
  { redirector }: { readonly redirector: { readonly port: number } },
  target: string,
  options: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string } = {},
): Promise<Visit> {
  return new Promise((resolve, reject) => {
    const { method = "GET", headers = {}, body: sent } = options;
    const outgoing = request(
      { host: "127.0.0.1", port: redirector.port, path: target, method, headers },
      (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (body += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    outgoing.on("error", reject);
    outgoing.end(sent);
  });
}
