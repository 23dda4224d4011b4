import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON. */
  readonly body?: object | string;
}

/**
 * Sends one request exactly as given: unlike fetch, with any method, path and header, and without following redirects.
 */
export function send(origin: string, path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const json = typeof body === "object" ? { "content-type": "application/json" } : {};
  const payload = typeof body === "object" ? JSON.stringify(body) : body;
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, headers: { ...json, ...headers }, agent: false };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(payload);
  });
}
