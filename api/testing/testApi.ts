import { postgresAnswers } from "@hoplog/platform/postgres/answers.js";
import { createLogger, type Logger } from "@hoplog/platform/logging/logger.js";
import { healthReport } from "@hoplog/platform/metrics/health.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { filledDatabase, type FreshClickHouse, type FreshDatabase } from "@hoplog/platform/testing/engines.js";
import { migratedClickHouse } from "@hoplog/platform/testing/migratedClickHouse.js";
import { cheapCost } from "@hoplog/platform/testing/passwords.js";
import { timed } from "@hoplog/platform/testing/timed.js";
import type { FastifyInstance } from "fastify";
import type { GraphQLSchema } from "graphql";
import type { Registry } from "prom-client";
import { z } from "zod";
import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import { answerMs, probeMs } from "../servers/http/answerInTime.ts";
import { createApp } from "../boot/app.ts";
import type { Settings } from "../boot/env.ts";
import type { Membership } from "../kernel/access/permissions.ts";
import { features } from "../boot/features.ts";
import { openServices, type OpenServices } from "../boot/openServices.ts";
import { migrateDatabase } from "../kernel/database/migrate.ts";
import { buildGraphqlSchema } from "../servers/graphql/schema.ts";
import { defaultSocketLimits } from "../servers/graphql/subscriptions/socketLimits.ts";

export interface TestApi extends OpenServices {
  readonly app: FastifyInstance;
  readonly databaseUrl: string;
  readonly registry: Registry;
  readonly settings: Settings;
}

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const body = z.record(z.string(), z.unknown());
const silent = createLogger("api", "silent");
/** All APIs of a worker share this schema, because there are hundreds of them. */
let wholeSchema: Promise<GraphQLSchema> | undefined;

export interface TestApiOptions {
  readonly settings?: Partial<Settings>;
  readonly isTrusted?: IsTrusted;
  /** Memberships of users in workspaces; personal workspaces by default. */
  readonly membership?: Membership;
  /** The logger; silent by default. */
  readonly logger?: Logger;
  /** Timeout of responses in ms; by default that of production. */
  readonly answerMs?: number;
  readonly isDatabaseAnswering?: () => Promise<boolean>;
}

/** Settings for an API on these databases, without rate limits and with cheap password hashes. */
export function testSettings(database: FreshDatabase, clickhouse: FreshClickHouse): Settings {
  const url = new URL(clickhouse.url);
  url.username = clickhouse.username;
  url.password = clickhouse.password;
  return {
    APP_PORT: 3000,
    HOST: "127.0.0.1",
    METRICS_PORT: 3003,
    METRICS_HOST: "127.0.0.1",
    BEHIND_PROXY: false,
    PUBLIC_URL: "http://localhost:3000",
    SHORT_URL: "http://localhost:3001",
    SHORT_HOSTS: [],
    // DNS is an unreachable server, because tests must not query the network's DNS.
    DNS_RESOLVERS: ["127.0.0.1:1"],
    DOMAIN_ADDRESSES: [],
    DATABASE_URL: database.url,
    clickHouse: { clickHouseUrl: url.href, database: clickhouse.database },
    TOKEN_SECRET: "a secret that only the tests know, long enough",
    LANDING: "full",
    WEB_ROOT: undefined,
    DOCS_ROOT: undefined,
    TRUSTED_PROXIES: [],
    API_ORIGINS: "any",
    EXPORT_NETWORKS: [],
    IMPORT_NETWORKS: [],
    IMPORT_LINKS_MAX: 10_000_000,
    // Tests must not contact external servers.
    DESTINATION_CHECKS: false,
    DESTINATION_NETWORKS: [],
    WEBHOOK_NETWORKS: [],
    AUDIT_RETENTION_DAYS: 365,
    mail: { by: "mailbox", from: "hoplog@localhost" },
    google: null,
    sqlAccess: null,
    certificates: null,
    urlChecker: null,
    rates: null,
    sockets: defaultSocketLimits,
    passwordCost: cheapCost,
    OTEL_TRACES_SAMPLER_ARG: 0,
  };
}

/** Opens the real API on its own empty databases; not listening. Rate limits are off unless set. */
export function openTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  return timed("api", () => openApi(options));
}

let shared: Promise<TestApi> | undefined;

/**
 * Returns the API with default settings that the test files of a worker share, for tests that change no settings, read
 * only their own accounts, and use addresses, codes and hosts that no other file uses. The API is never closed, because
 * the worker ends before its engines do.
 */
export function sharedTestApi(): Promise<TestApi> {
  return (shared ??= openTestApi().then((api) => ({ ...api, close: neverClosed })));
}

async function neverClosed(): Promise<never> {
  throw new Error("The shared test API must not be closed, because other test files use it");
}

async function openApi(options: TestApiOptions): Promise<TestApi> {
  const { isTrusted, membership, logger = silent } = options;
  const database = await filledDatabase("test_template", migrateDatabase);
  const clickhouse = await migratedClickHouse();
  const registry = createRegistry("api");
  const settings = { ...testSettings(database, clickhouse), ...options.settings };
  const open = await openServices(settings, logger, registry);
  const app = await createApp({
    services: membership ? { ...open.services, membership } : open.services,
    schema: await (wholeSchema ??= buildGraphqlSchema(features)),
    logger,
    registry,
    health: () => healthReport(open.checks),
    publicUrl: "http://localhost:3000",
    origins: settings.API_ORIGINS,
    webRoot: undefined,
    docsRoot: undefined,
    landing: "full",
    isTrusted: isTrusted ?? (() => false),
    sockets: settings.sockets,
    answerMs: options.answerMs ?? answerMs,
    isDatabaseAnswering: options.isDatabaseAnswering ?? (() => postgresAnswers(database.url, probeMs)),
  });
  await app.ready();
  return {
    ...open,
    app,
    databaseUrl: database.url,
    registry,
    settings,
    close: () =>
      timed("api: close", async () => {
        await app.close();
        await open.close();
        await database.drop();
        await clickhouse.drop();
      }),
  };
}

/** Makes a REST call, authenticated as `user`. */
export async function call(
  api: TestApi,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  options: { readonly user?: TestUser; readonly body?: object | string; readonly workspace?: string } = {},
): Promise<Answer> {
  const response = await api.app.inject({
    method,
    url,
    headers: {
      ...(options.user && { authorization: `Bearer ${options.user.accessToken}` }),
      ...(options.workspace !== undefined && { "x-workspace": options.workspace }),
      ...(options.body !== undefined && { "content-type": "application/json" }),
    },
    ...(options.body !== undefined && { payload: options.body }),
  });
  return { status: response.statusCode, body: body.parse(response.json()) };
}

/** Runs a GraphQL operation, authenticated as `user`. */
export async function graphql(
  api: TestApi,
  query: string,
  variables: Record<string, unknown> = {},
  user?: TestUser,
  workspace?: string,
): Promise<Answer> {
  const response = await api.app.inject({
    method: "POST",
    url: "/graphql",
    headers: {
      ...(user && { authorization: `Bearer ${user.accessToken}` }),
      ...(workspace !== undefined && { "x-workspace": workspace }),
    },
    payload: { query, variables },
  });
  return { status: response.statusCode, body: body.parse(response.json()) };
}

let people = 0;

export const password = "correct horse battery";

export function signUp(
  api: TestApi,
  email = `person${++people}@example.com`,
  about: { readonly name?: string; readonly contactNumber?: string } = {},
): Promise<TestUser> {
  const registration = { name: "Ada Lovelace", email, contactNumber: "+44 20 7946 0000", ...about, password };
  return timed("account of an api", async () => {
    await call(api, "POST", "/api/auth/register", { body: { ...registration, confirmPassword: password } });
    return logIn(api, email);
  });
}

/** Opens another session of an account created with {@link signUp}. */
export async function logIn(api: TestApi, email: string): Promise<TestUser> {
  const { body: answer } = await call(api, "POST", "/api/auth/login", { body: { email, password } });
  const { user, tokens } = z
    .object({
      user: z.object({ _id: z.string() }),
      tokens: z.object({ accessToken: z.string(), refreshToken: z.string() }),
    })
    .parse(answer);
  return { id: user._id, email, ...tokens };
}

/** Creates a link over REST; returns its id and code. */
export async function makeLink(
  api: TestApi,
  user: TestUser,
  input: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string; code: string }> {
  const { body: answer } = await call(api, "POST", "/api/urls", {
    user,
    body: { name: "Example", originalUrl: "https://example.com/", ...input },
  });
  const { data } = z.object({ data: z.object({ _id: z.string(), shortUrl: z.string() }) }).parse(answer);
  return { id: data._id, code: data.shortUrl };
}
