import { Agent, request } from "node:http";

export interface LoadResult {
  /** Number of requests that were answered with a redirect: their clicks must be counted. */
  readonly answered: number;
  /** Number of requests whose connection broke before the response: their clicks may or may not be counted. */
  readonly cutOff: number;
  /** Number of requests with any other response. */
  readonly wrong: number;
}

/**
 * Visits a short link `count` times over a few kept-alive local connections. Refused connections don't count as visits
 * and are retried. `onProgress` receives the number of visits so far.
 */
export async function visitMany(
  url: string,
  count: number,
  userAgent: string,
  onProgress: (done: number) => void,
): Promise<LoadResult> {
  const connections = 16;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = count;
  const result = { answered: 0, cutOff: 0, wrong: 0 };

  async function worker(): Promise<void> {
    while (left > 0) {
      left--;
      const outcome = await visitOnce(url, userAgent, agent);
      if (outcome === "refused") {
        left++;
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      result[outcome]++;
      onProgress(result.answered + result.cutOff + result.wrong);
    }
  }
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return result;
}

function visitOnce(url: string, userAgent: string, agent: Agent): Promise<"answered" | "cutOff" | "wrong" | "refused"> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, headers: { "user-agent": userAgent } }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 302 ? "answered" : "wrong"));
      response.on("error", () => resolve("cutOff"));
    });
    asked.on("error", (error) => {
      resolve("code" in error && error.code === "ECONNREFUSED" ? "refused" : "cutOff");
    });
    asked.end();
  });
}
