import { createServer, type IncomingMessage, request as send, type ServerResponse } from "node:http";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { accountAllowance, analystAllowance, analystsQueriesAtOnce } from "@hoplog/schema/analysts.js";
import { type Allowance, type Budget, createBudget } from "./budget.ts";
import type { CopyEngine, Flight } from "./engine.ts";
import type { Engines } from "./engines.ts";
import { handedOn, type Question, readQuestion, Refusal, refuse } from "./request.ts";
import { createTurns, type Turns } from "./turns.ts";

export interface GatewayOptions {
  readonly port: number;
  readonly engines: Engines;
  /** Its queries go to every engine that runs, and start none. */
  readonly serviceUser: string;
  readonly processors: number;
}

export interface Gateway {
  stop(): Promise<void>;
}

/** How often a query is asked again whose engine ended, for another query or by itself. */
const triesMax = 4;
const noticedWithinMs = 1000;
/** Of one account, beside those that run. */
const waitingMax = 50;
const connectionsMax = 500;

interface Parts {
  readonly engines: Engines;
  readonly serviceUser: string;
  readonly turns: Turns;
  readonly budget: Budget;
  readonly waitingOf: Map<string, number>;
  /** Runs one at a time. Queries whose engine has crashed are asked again like this: only one of them does it again. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

type Sent = Pick<Question, "method" | "path" | "headers" | "body">;

function createQueue(): Parts["alone"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/**
 * Where analysts' tools and the SQL console ask: lets their queries in, in turns, and hands them to an engine that has a copy of
 * the tables. One whose engine was ended for another query is asked again in the next.
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { engines, serviceUser } = options;
  const budget = createBudget(Date.now);
  const turns = createTurns({
    places: analystsQueriesAtOnce(options.processors),
    placesOf: (key) => (key === "analyst" ? 2 : 1),
    used: (key) => budget.seconds(key),
  });
  const parts: Parts = { engines, serviceUser, turns, budget, waitingOf: new Map(), alone: createQueue() };
  const server = createServer({ keepAliveTimeout: 5000, requestTimeout: 60_000 }, (request, response) => {
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
    return void response.writeHead(404, { "content-type": "text/plain" }).end("Use / for queries\n");
  const question = await readQuestion(request);
  if (!parts.engines.isLetIn(question.login)) {
    const message = `${question.login.user}: Authentication failed: password is incorrect, or there is no user with such name`;
    throw new Refusal(403, 516, "AUTHENTICATION_FAILED", message);
  }
  if (question.login.user === parts.serviceUser) return answerService(parts, question, response);
  return answerInTurn(parts, question, response);
}

/** Puts the lines of all engines' answers together. */
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

async function answerInTurn(parts: Parts, question: Question, response: ServerResponse): Promise<void> {
  const { turns, budget, waitingOf } = parts;
  const { key } = question;
  const waiting = waitingOf.get(key) ?? 0;
  if (waiting >= waitingMax)
    throw new Refusal(503, 202, "TOO_MANY_SIMULTANEOUS_QUERIES", `Too many simultaneous queries for ${key}`);
  const leaving = new AbortController();
  const gone = new Refusal(499, 394, "QUERY_WAS_CANCELLED", "Query was cancelled");
  response.once("close", () => leaving.abort(gone));
  if (response.destroyed) leaving.abort(gone);
  const seconds = question.limitMs / 1000;
  const late = new Refusal(503, 159, "TIMEOUT_EXCEEDED", `Timeout exceeded: waited ${seconds} seconds for its turn`);
  const timer = setTimeout(() => leaving.abort(late), question.limitMs);
  waitingOf.set(key, waiting + 1);
  const endTurn = await turns.take(key, leaving.signal).finally(() => {
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

/** Asks one engine after the other until one of them has answered. */
async function run(parts: Parts, question: Question, response: ServerResponse): Promise<void> {
  let isSuspect = false;
  for (let tries = 1; !response.destroyed; tries++) {
    const attempt = () => attemptOnce(parts, question, response);
    const cut: Cut | undefined = await (isSuspect ? parts.alone(attempt) : attempt());
    if (!cut) return;
    if (tries === triesMax) throw cut.error;
    isSuspect = cut.isSuspect;
  }
}

interface Cut {
  readonly error: unknown;
  /** The engine has ended by itself: this query may be the reason. */
  readonly isSuspect: boolean;
}

/** Resolves with why it is to be asked again, if it is. */
async function attemptOnce(
  { engines, budget }: Parts,
  { queryId, login, key, ...question }: Question,
  response: ServerResponse,
): Promise<Cut | undefined> {
  const engine = await engines.forQuery();
  const isTaken = engines.running().some(({ flights }) => [...flights].some((other) => other.queryId === queryId));
  if (isTaken)
    throw new Refusal(500, 216, "QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING", "Query with this id is already running");
  const flight: Flight = { queryId, login, abandoned: response.destroyed, killed: false, outlived: false };
  const abandon = () => {
    flight.abandoned = true;
  };
  engine.flights.add(flight);
  response.once("close", abandon);
  const begunAt = performance.now();
  try {
    await handOver(await ask(engine, question), response, flight);
    return undefined;
  } catch (error) {
    // The process's end is noticed a moment after that of its connections.
    await Promise.race([engine.gone, delay(noticedWithinMs)]);
    if (flight.outlived) throw outlivedItsLimit();
    if (response.destroyed) return undefined;
    if (!response.headersSent) return { error, isSuspect: !engine.isLeaving };
    response.destroy();
    return undefined;
  } finally {
    response.off("close", abandon);
    budget.spend(key, (performance.now() - begunAt) / 1000);
    engine.flights.delete(flight);
    engines.left();
  }
}

export function outlivedItsLimit(): Refusal {
  const message =
    "Timeout exceeded: the query went on ten seconds longer than it may, and could not be stopped. Its engine was started again";
  return new Refusal(408, 159, "TIMEOUT_EXCEEDED", message);
}

function ask(engine: CopyEngine, { method, path, headers, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = send(
      {
        host: "127.0.0.1",
        port: engine.port,
        method,
        path,
        headers: { ...headers, "content-length": body.length, connection: "close" },
        agent: false,
      },
      resolve,
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Resolves when the engine has ended the query, whether or not anybody still reads. */
async function handOver(upstream: IncomingMessage, response: ServerResponse, flight: Flight): Promise<void> {
  if (!response.destroyed) {
    response.writeHead(upstream.statusCode ?? 500, handedOn(upstream.headers));
    response.flushHeaders();
  }
  try {
    for await (const chunk of upstream) {
      if (response.destroyed) flight.abandoned = true;
      else if (!response.write(chunk)) await Promise.race([once(response, "drain"), once(response, "close")]);
    }
  } catch (error) {
    response.destroy();
    throw error;
  }
  response.end();
}
