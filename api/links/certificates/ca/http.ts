import { Agent as HttpAgent, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { hoplogVersion } from "@hoplog/platform/env/version.js";
import { retryAfterMs } from "@hoplog/platform/outgoing/retryAfter.js";
import { z } from "zod";
import { CaProblem, CaUnreachable } from "./problem.ts";

export interface CaRequest {
  readonly url: string;
  readonly method: string;
  readonly contentType?: string | undefined;
  readonly body?: string | undefined;
}

export interface CaAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; for other content types the text. */
  readonly data: unknown;
}

export type CaHttp = (request: CaRequest) => Promise<CaAnswer>;

const timeoutMs = 30_000;
const maxBytes = 1024 * 1024;
const problemPrefix = "urn:ietf:params:acme:error:";
const problem = z.object({ type: z.string().default(""), detail: z.string().default("") });

/**
 * Sends requests to a CA; `caPem` replaces the machine's root certificates. Throws CaUnreachable, and CaProblem for
 * rejected requests except those with a stale nonce, which the signing caller repeats.
 */
export function createCaHttp(caPem: string | undefined, now: () => Date): CaHttp {
  const secure = new HttpsAgent({ keepAlive: true, ...(caPem !== undefined && { ca: caPem }) });
  const plain = new HttpAgent({ keepAlive: true });
  return async (asked) => {
    const answer = await send(asked, secure, plain).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      throw new CaUnreachable(`The certificate authority at ${originOf(asked.url)} is unreachable: ${message}`, error);
    });
    refuse(answer, now);
    return answer;
  };
}

function refuse({ status, headers, data }: CaAnswer, now: () => Date): void {
  if (status < 400) return;
  const { type, detail } = problem.catch({ type: "", detail: "" }).parse(data);
  const name = type.startsWith(problemPrefix) ? type.slice(problemPrefix.length) : type;
  if (name === "badNonce") return;
  throw new CaProblem(status, name, detail, retryAfterMs(headers["retry-after"], now()));
}

function send({ url, method, contentType, body }: CaRequest, secure: HttpsAgent, plain: HttpAgent): Promise<CaAnswer> {
  const headers = {
    "user-agent": `hoplog/${hoplogVersion} acme-client`,
    ...(contentType !== undefined && { "content-type": contentType }),
    ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const options = { method: method.toUpperCase(), headers, signal: AbortSignal.timeout(timeoutMs) };
    const outgoing = url.startsWith("https:")
      ? httpsRequest(url, { ...options, agent: secure })
      : httpRequest(url, { ...options, agent: plain });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > maxBytes) response.destroy(new Error(`the response exceeds ${maxBytes} bytes`));
      });
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const data = parsed(text, response.headers["content-type"] ?? "");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, data });
      });
    });
    outgoing.end(body);
  });
}

function parsed(text: string, contentType: string): unknown {
  if (!/\bjson\b/.test(contentType)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
