import { Agent, type IncomingMessage, request } from "node:http";
import { visitors } from "../browser/visitors.ts";

/** Outcomes for people who followed a short link. */
export interface Tally {
  redirected: number;
  /** Visitors who got the page "Click limit reached". */
  refused: number;
  /** Requests that were cut off: the visitors may have been redirected. */
  cutOff: number;
  /** Attempts with any other outcome, such as a 503 with `Retry-After` or a refused connection. */
  again: number;
}

export interface People {
  readonly tally: Tally;
  /** Resolves when each person was redirected or refused, or has given up. */
  readonly done: Promise<void>;
  giveUp(): void;
}

export interface Crowd {
  readonly count: number;
  readonly code: string;
  /** Returns the URL for each attempt. */
  readonly shortUrl: () => string;
  /** Called after each redirect, synchronously; `redirected` is the number of redirects so far. */
  readonly onRedirect?: (redirected: number) => void;
}

/** Mean pause between attempts in ms, shorter than the second in the responses' `Retry-After`. */
const pauseMs = 100;

/** Sends `count` people at once, each of whom retries until redirected or until the link's cap is reached. */
export function sendPeople({ count, code, shortUrl, onRedirect = () => {} }: Crowd): People {
  // Requests with `Connection: close` are answered by the HTTP server, all others directly from the socket.
  const agents = [new Agent({ maxSockets: Infinity, keepAlive: true }), new Agent({ maxSockets: Infinity })] as const;
  const tally: Tally = { redirected: 0, refused: 0, cutOff: 0, again: 0 };
  const ending = new AbortController();
  async function person(): Promise<void> {
    while (!ending.signal.aborted) {
      const status = await visit(`${shortUrl()}/${code}`, agents[Math.random() < 0.5 ? 0 : 1]);
      if (status === 302) {
        tally.redirected++;
        return onRedirect(tally.redirected);
      }
      if (status === 410) {
        tally.refused++;
        return;
      }
      if (status === "cut off") tally.cutOff++;
      else tally.again++;
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
    }
  }
  const done = Promise.all(Array.from({ length: count }, person)).then(() =>
    agents.forEach((agent) => agent.destroy()),
  );
  return { tally, done, giveUp: () => ending.abort() };
}

/** Visits once; returns `refused` if nothing listens, so that no request was made. */
async function visit(url: string, agent: Agent): Promise<number | "cut off" | "refused"> {
  try {
    const { statusCode = 0 } = await answerTo(url, { agent });
    return statusCode;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    return code === "ECONNREFUSED" ? "refused" : "cut off";
  }
}

interface Asked {
  readonly agent?: Agent;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

/** Sends one visit; does not follow redirects. Rejects if it is cut off, or not answered within 30 s. */
export function answerTo(url: string, { agent, method = "GET", headers = {} }: Asked = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = { "user-agent": visitors.firefoxOnLinux, ...headers };
    const asked = request(url, { ...(agent && { agent }), method, headers: sent, timeout: 30_000 }, (response) => {
      response
        .resume()
        .on("end", () => resolve(response))
        .on("error", reject);
    });
    asked.on("timeout", () => asked.destroy(new Error("not answered"))).on("error", reject);
    asked.end();
  });
}
