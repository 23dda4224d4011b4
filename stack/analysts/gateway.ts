import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { accountAllowance, analystAllowance, analystsQueriesAtOnce } from "@hoplog/schema/analysts.js";
import { type Allowance, type Budget, createBudget } from "./budget.ts";
import type { Flight } from "./engine.ts";
import type { Engines } from "./engines.ts";
import { ask, handOver } from "./handOver.ts";
import type { AnalystsMetrics, QueryResult } from "./metrics.ts";
import { type Head, type Question, readBody, readHead, Refusal, refuse } from "./request.ts";
import { createTurns, type Turns } from "./turns.ts";

export interface GatewayOptions {
  readonly port: number;
  readonly engines: Engines;
  /** Queries of this user are sent to every running engine and start none. */
  readonly serviceUser: string;
  readonly processors: number;
  readonly metrics: AnalystsMetrics;
}

export interface Gateway {
  /** Returns the number of queries waiting for their turn. */
  waiting(): number;
  stop(): Promise<void>;
}

/** Maximum attempts for a query whose engine ended unexpectedly. Queries of replaced engines are always retried. */
const triesMax = 4;
const noticedWithinMs = 5000;
/** Maximum waiting queries per account, in addition to running ones. */
const waitingMax = 50;
const connectionsMax = 500;
/**
 * Timeouts in milliseconds. Requests are small, and short timeouts prevent slow clients from using up the connections.
 */
const timeouts = {
  keepAliveTimeout: 5000,
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 2000,
} as const;

interface Parts {
  readonly engines: Engines;
  readonly serviceUser: string;
  readonly turns: Turns;
  readonly budget: Budget;
  readonly waitingOf: Map<string, number>;
  readonly metrics: AnalystsMetrics;
  /**
   * Runs work one at a time. Queries whose engine crashed are retried this way, so that only the query that caused the
   * crash can cause another.
   */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

function createQueue(): Parts["alone"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/**
 * Opens the HTTP server for analysts' tools and the SQL console. It authenticates and queues queries and sends each to
 * an engine with a copy of the tables. A query whose engine was ended because of another query is retried in the next
 * engine.
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { engines, serviceUser, metrics } = options;
  const budget = createBudget(Date.now);
  const turns = createTurns({
    places: analystsQueriesAtOnce(options.processors),
    placesOf: (key) => (key === "analyst" ? 2 : 1),
    used: (key) => budget.seconds(key),
  });
  const parts: Parts = { engines, serviceUser, turns, budget, waitingOf: new Map(), metrics, alone: createQueue() };
  const server = createServer(timeouts, (request, response) => {
    request.on("error", () => response.destroy());
    response.on("error", () => undefined);
    answer(parts, request, response).catch((error: unknown) => {
      refuse(response, error instanceof Refusal ? error : new Refusal(503, 1002, "UNAVAILABLE", messageOf(error)));
    });
  });
  server.maxConnections = connectionsMax;
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  return {
    waiting: turns.waiting,
    async stop() {
      server.close();
      server.closeAllConnections();
      await engines.stop();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://engine");
  if (pathname === "/ping") return void response.writeHead(200, { "content-type": "text/plain" }).end("Ok.\n");
  if (pathname !== "/")
    return void response.writeHead(404, { "content-type": "text/plain" }).end("Send queries to /\n");
  const head = readHead(request);
  if (!parts.engines.isLoginValid(head.login)) {
    const message = `${head.login.user}: Authentication failed: password is incorrect, or there is no user with such name`;
    throw new Refusal(403, 516, "AUTHENTICATION_FAILED", message);
  }
  if (head.login.user === parts.serviceUser)
    return answerService(parts, { ...head, body: await readBody(request) }, response);
  try {
    await answerInTurn(parts, head, request, response);
    parts.metrics.queryEnded(!response.writableEnded ? "left" : response.statusCode < 400 ? "answered" : "failed");
  } catch (error) {
    parts.metrics.queryEnded(resultOf(error));
    throw error;
  }
}

function resultOf(error: unknown): QueryResult {
  if (!(error instanceof Refusal)) return "failed";
  return error.status === 408 ? "outlived" : error.status === 499 ? "left" : "refused";
}

/** Concatenates the results of all engines. */
async function answerService({ engines }: Parts, question: Question, response: ServerResponse): Promise<void> {
  const texts: string[] = [];
  const plain = { ...question, headers: { ...question.headers, "accept-encoding": "identity" } };
  for (const engine of engines.running()) {
    try {
      const upstream = await ask(engine, plain);
      const text = (await upstream.toArray()).map((chunk) => Buffer.from(chunk).toString("utf8")).join("");
      if (upstream.statusCode !== 200) throw new Refusal(upstream.statusCode ?? 500, 0, "ENGINE", text.trim());
      texts.push(text);
    } catch (error) {
      if (!engine.isGone && !engine.isLeaving) throw error;
    }
  }
  response.writeHead(200, { "content-type": "text/plain; charset=UTF-8" }).end(texts.join(""));
}

/** Reserves the account's place in the queue before reading the body, so that rejected requests use no memory. */
async function answerInTurn(
  parts: Parts,
  head: Head,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { turns, budget, waitingOf } = parts;
  const { key, limitMs } = head;
  const waiting = waitingOf.get(key) ?? 0;
  if (waiting >= waitingMax)
    throw new Refusal(503, 202, "TOO_MANY_SIMULTANEOUS_QUERIES", `Too many simultaneous queries for ${key}`);
  const leaving = new AbortController();
  const gone = new Refusal(499, 394, "QUERY_WAS_CANCELLED", "Query was cancelled");
  response.once("close", () => leaving.abort(gone));
  if (response.destroyed) leaving.abort(gone);
  const seconds = limitMs / 1000;
  const late = new Refusal(503, 159, "TIMEOUT_EXCEEDED", `Timeout exceeded: waited ${seconds} seconds for a free slot`);
  let timer: NodeJS.Timeout | undefined;
  const readAndWait = async () => {
    const body = await readBody(request);
    timer = setTimeout(() => leaving.abort(late), limitMs);
    return { question: { ...head, body }, endTurn: await turns.take(key, leaving.signal) };
  };
  waitingOf.set(key, waiting + 1);
  const { question, endTurn } = await readAndWait().finally(() => {
    clearTimeout(timer);
    const left = (waitingOf.get(key) ?? 1) - 1;
    if (left > 0) waitingOf.set(key, left);
    else waitingOf.delete(key);
  });
  try {
    if (!budget.begin(key, allowanceOf(key)))
      throw new Refusal(503, 201, "QUOTA_EXCEEDED", `Quota for ${key} for 3600s has been exceeded`);
    await run(parts, question, response);
  } finally {
    endTurn();
  }
}

function allowanceOf(key: string): Allowance {
  return key === "analyst" ? analystAllowance : accountAllowance;
}

/** Sends the query to one engine after another until one has responded. */
async function run(parts: Parts, question: Question, response: ServerResponse): Promise<void> {
  let isSuspect = false;
  for (let tries = 1; !response.destroyed;) {
    const attempt = () => attemptOnce(parts, question, response);
    const cut: Cut | undefined = await (isSuspect ? parts.alone(attempt) : attempt());
    if (!cut) return;
    isSuspect = cut.isSuspect;
    if (isSuspect && tries++ === triesMax) throw cut.error;
  }
}

interface Cut {
  readonly error: unknown;
  /** Whether the engine ended unexpectedly, possibly because of this query. */
  readonly isSuspect: boolean;
}

/** Makes one attempt; resolves with the reason for a retry, or undefined if none is needed. */
async function attemptOnce(
  { engines, budget }: Parts,
  { queryId, login, key, limitMs, ...question }: Question,
  response: ServerResponse,
): Promise<Cut | undefined> {
  const engine = await engines.forQuery();
  const isTaken = engines.running().some(({ flights }) => [...flights].some((other) => other.queryId === queryId));
  if (isTaken)
    throw new Refusal(500, 216, "QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING", "Query with this id is already running");
  const flight: Flight = {
    queryId,
    login,
    limitMs,
    abandoned: response.destroyed,
    killed: false,
    outlived: false,
    isStalled: false,
    stalledAt: -Infinity,
    cut: () => response.destroy(),
  };
  const abandon = () => {
    flight.abandoned = true;
  };
  engine.flights.add(flight);
  response.once("close", abandon);
  const begunAt = performance.now();
  try {
    await handOver(await ask(engine, question), response, flight, engine.gone);
    return undefined;
  } catch (error) {
    // The process's exit is noticed shortly after its connections close.
    await Promise.race([engine.gone, delay(noticedWithinMs, undefined, { ref: false })]);
    if (flight.outlived) throw outlivedItsLimit();
    if (response.destroyed) return undefined;
    if (response.headersSent) return void response.destroy();
    // A live engine may still run this query: it is killed there and not retried.
    if (!engine.isGone && !engine.isLeaving) throw error;
    return { error, isSuspect: !engine.isLeaving || !engine.isGone };
  } finally {
    response.off("close", abandon);
    budget.spend(key, (performance.now() - begunAt) / 1000);
    engine.flights.delete(flight);
    engines.left();
  }
}

export function outlivedItsLimit(): Refusal {
  const message =
    "Timeout exceeded: the query exceeded its limit by ten seconds and could not be stopped. Its engine was restarted";
  return new Refusal(408, 159, "TIMEOUT_EXCEEDED", message);
}
