import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface CodeReceiver {
  /** URL of the page that creates a key once the user agrees. */
  readonly pageUrl: string;
  /** A mark that is also shown on the page, so that the user can recognise the login. */
  readonly mark: string;
  /** Resolves with the code from the page; rejects when the signal is aborted. */
  readonly code: Promise<string>;
  /** Verifier that exchanges the code for the key. It does not leave this process before the exchange. */
  readonly verifier: string;
  close(): void;
}

const bodyMax = 4096;

/** Response to the code. Its script removes the URL, which may contain the code, from the browser's history. */
const receivedPage = `<!doctype html><html lang="en"><title>hoplog</title><meta name="referrer" content="no-referrer">
<script>history.replaceState(null, "", "/")</script><h1>Go back to your terminal</h1><p>It asks whether this is your account. You can close this page.</p></html>`;

/**
 * Listens on the loopback address for the code that the page at `<url>/keys/cli` sends to `http://127.0.0.1:PORT/`, as
 * a form, as JSON or in the URL, with the same `state`. Requests with another state are rejected. The page knows only
 * the verifier's SHA-256 (S256 of RFC 7636), so an intercepted code can't be exchanged for the key.
 */
export async function receiveCode(url: string, signal: AbortSignal): Promise<CodeReceiver> {
  const state = randomBytes(32).toString("base64url");
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const { promise: code, resolve, reject } = withResolvers<string>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = (status: number, text: string, headers: object = {}) => {
      response.writeHead(status, {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
        ...headers,
      });
      response.end(text);
    };
    // Rejects other host names that resolve to this machine (DNS rebinding).
    if (request.headers.host !== `127.0.0.1:${port}` && request.headers.host !== `localhost:${port}`)
      return answer(421, "Unexpected host");
    const allowed = {
      "access-control-allow-origin": new URL(url).origin,
      "access-control-allow-private-network": "true",
    };
    if (request.method === "OPTIONS")
      return answer(204, "", { ...allowed, "access-control-allow-headers": "content-type" });
    const sent = await fieldsOf(request);
    const isOurs = isSame(sent.get("state") ?? "", state);
    const given = sent.get("code") ?? "";
    if (!isOurs || !/^[\w-]{8,512}$/.test(given)) return answer(400, "Invalid state or code", allowed);
    answer(200, receivedPage, { ...allowed, "content-type": "text/html; charset=utf-8" });
    resolve(given);
  };
  const server = createServer((request, response) => {
    // The page sends no unreadable or aborted requests, so the login continues to wait.
    receive(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400);
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const leave = () => reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  return {
    pageUrl: `${url}/keys/cli?port=${port}&state=${state}&challenge=${challenge}`,
    mark: state.slice(0, 8),
    code,
    verifier,
    close() {
      signal.removeEventListener("abort", leave);
      server.close();
      server.closeIdleConnections();
    },
  };
}

/** Returns the fields of a form, JSON body or URL; none if the body is too long or not JSON as declared. */
async function fieldsOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > bodyMax) return new URLSearchParams();
  }
  if (request.method !== "POST") return new URL(request.url ?? "/", "http://localhost").searchParams;
  if (!request.headers["content-type"]?.startsWith("application/json")) return new URLSearchParams(text);
  try {
    const value: unknown = JSON.parse(text);
    const fields = Object.entries(value ?? {}).filter(([, field]) => typeof field === "string");
    return new URLSearchParams(Object.fromEntries(fields));
  } catch {
    return new URLSearchParams();
  }
}

function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}

/** Replaces Promise.withResolvers, which Node 20 doesn't have. */
function withResolvers<T>() {
  let [resolve, reject]: [(value: T) => void, (reason: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}
