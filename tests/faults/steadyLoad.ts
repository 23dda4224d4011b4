import { Agent, request } from "node:http";
import { Agent as TlsAgent, request as requestOverTls } from "node:https";
import { pick } from "@hoplog/stack/demo/random.js";

/** Outcome of a visit; `refused` if no connection was made, so that the attempt does not count as a visit. */
export type Outcome = "answered" | "cutOff" | "wrong" | "refused";

/** A visit without the expected response; times in milliseconds since the epoch. */
export interface Failure {
  readonly outcome: Exclude<Outcome, "answered">;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly from: number;
  readonly until: number;
}

export interface Visitor {
  readonly userAgent: string;
  readonly isBot: boolean;
}

/** Outcomes of one code's visits; `cutOff` visits may or may not have been recorded. */
export interface CodeCounts {
  answeredPeople: number;
  answeredBots: number;
  cutOffPeople: number;
  cutOffBots: number;
}

export interface LoadSettings {
  /** URLs that visits are spread over. */
  readonly shortUrls: readonly string[];
  /** The codes and how often each is visited. */
  readonly codes: readonly (readonly [weight: number, code: string])[];
  readonly visitors: readonly (readonly [weight: number, visitor: Visitor])[];
  readonly perSecond: number;
  readonly random: () => number;
  /** Whether each visit opens a new connection, as most visitors do; otherwise 64 connections are reused. */
  readonly isEachNew?: boolean;
  /** CA certificate that visitors trust, as PEM, for https URLs. */
  readonly ca?: string | undefined;
}

/** A redirected visit, with times in milliseconds since the epoch. */
export interface Answer {
  readonly from: number;
  readonly until: number;
  readonly tookMs: number;
}

export interface Load {
  readonly counts: ReadonlyMap<string, CodeCounts>;
  readonly failures: readonly Failure[];
  /** Visits to unknown codes. The expected status is 404, or 503 while the redirector may lack newer links. */
  readonly unknown: { answered: number };
  /** Starts no further visits, and resolves when the running ones have ended. */
  stop(): Promise<void>;
  answered(): number;
  /** Returns the time of the first answer to a visit that began at `since` or later; undefined if there is none. */
  firstAnswerSince(since: number): number | undefined;
  /** Returns the redirects that began at `since` or later. */
  answersSince(since: number): Answer[];
}

const tickMs = 10;
/** Timeout of a visit in milliseconds. */
const timeoutMs = 5000;
const maxOpen = 400;

/** Visits local short links at a fixed rate until stopped. */
export function startLoad(settings: LoadSettings): Load {
  const kept = { keepAlive: true, maxSockets: 64, scheduling: "fifo" } as const;
  const connections = settings.isEachNew ? { keepAlive: false } : kept;
  const agents: Agents = { plain: new Agent(connections), tls: new TlsAgent({ ...connections, ca: settings.ca }) };
  const shortUrls = settings.shortUrls.map((url) => [1, url] as const);
  const counts = new Map<string, CodeCounts>(
    settings.codes.map(([, code]) => [code, { answeredPeople: 0, answeredBots: 0, cutOffPeople: 0, cutOffBots: 0 }]),
  );
  const failures: Failure[] = [];
  const answers: Answer[] = [];
  const unknown = { answered: 0 };
  const open = new Set<Promise<void>>();
  let answered = 0;
  let due = 0;

  async function visitCode(): Promise<void> {
    const visitor = pick(settings.visitors, settings.random);
    const code = pick(settings.codes, settings.random);
    const url = `${pick(shortUrls, settings.random)}/${code}`;
    const result = await visit(url, visitor.userAgent, [302], agents);
    const count = counts.get(code);
    if (result.outcome === "answered") {
      answered++;
      answers.push({ from: result.from, until: result.until, tookMs: result.tookMs });
      if (count) count[visitor.isBot ? "answeredBots" : "answeredPeople"]++;
      return;
    }
    failures.push({ ...result, outcome: result.outcome });
    if (result.outcome === "cutOff" && count) count[visitor.isBot ? "cutOffBots" : "cutOffPeople"]++;
  }

  async function visitUnknown(): Promise<void> {
    const url = `${pick(shortUrls, settings.random)}/none-${Math.floor(settings.random() * 1e9)}`;
    const result = await visit(url, "nobody", [404, 503], agents);
    if (result.outcome === "answered") unknown.answered++;
    else failures.push({ ...result, outcome: result.outcome });
  }

  const timer = setInterval(() => {
    due += (settings.perSecond * tickMs) / 1000;
    for (; due >= 1; due--) {
      if (open.size >= maxOpen) continue;
      const one = settings.random() < 0.02 ? visitUnknown() : visitCode();
      open.add(one);
      void one.finally(() => open.delete(one));
    }
  }, tickMs);

  return {
    counts,
    failures,
    unknown,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      for (const agent of Object.values(agents)) agent.destroy();
    },
    answered: () => answered,
    firstAnswerSince: (since) => answers.find(({ from }) => from >= since)?.until,
    answersSince: (since) => answers.filter(({ from }) => from >= since),
  };
}

interface Visited extends Answer {
  readonly outcome: Outcome;
  readonly status: number;
}

interface Agents {
  readonly plain: Agent;
  readonly tls: TlsAgent;
}

function visit(url: string, userAgent: string, expected: readonly number[], agents: Agents): Promise<Visited> {
  const from = Date.now();
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (outcome: Outcome, status = 0): void =>
      resolve({ outcome, status, from, until: Date.now(), tookMs: performance.now() - startedAt });
    const [send, agent] = url.startsWith("https:") ? [requestOverTls, agents.tls] : [request, agents.plain];
    const asked = send(url, { agent, headers: { "user-agent": userAgent } }, (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      response.on("end", () => end(outcomeOf(status, expected), status));
      response.on("error", () => end("cutOff"));
    });
    const patience = setTimeout(() => asked.destroy(new Error("no answer")), timeoutMs);
    asked.on("error", (error) => end("code" in error && error.code === "ECONNREFUSED" ? "refused" : "cutOff"));
    asked.on("close", () => clearTimeout(patience));
    asked.end();
  });
}

function outcomeOf(status: number, expected: readonly number[]): Outcome {
  if (expected.includes(status)) return "answered";
  // A proxy returns status 502 or 504 if the redirector behind it was cut off.
  return status === 502 || status === 504 ? "cutOff" : "wrong";
}
