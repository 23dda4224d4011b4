import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

/** What the app is told of a visitor. */
export interface Forwarded {
  readonly address: string;
  readonly isHttps: boolean;
  readonly requestId: string;
}

/** Of one connection alone (RFC 9110, 7.6.1): each of the two has its own. */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** By which proxies say who has come: from a visitor they are a claim. */
const claimed = /^(?:forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-request-id)$/;

/** The headers of a visitor's request as the app gets them. */
export function headersForApp(
  headers: IncomingHttpHeaders,
  { address, isHttps, requestId }: Forwarded,
): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    // This server has met it.
    if (value === undefined || name === "expect" || hopByHop.has(name) || claimed.test(name)) continue;
    kept[name] = value;
  }
  // Without it a body of a GET or DELETE would be sent as if it were the next request.
  if (headers["transfer-encoding"] !== undefined) kept["transfer-encoding"] = "chunked";
  return {
    ...kept,
    "x-forwarded-for": address,
    "x-forwarded-proto": isHttps ? "https" : "http",
    "x-request-id": requestId,
  };
}

/** The headers of the app's answer as a visitor gets them. */
export function headersForVisitor(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
}

/** Whether a request has a body of a form that we pass on; null for a form that nobody should send. */
export function hasBody({
  "transfer-encoding": encoding,
  "content-length": length,
}: IncomingHttpHeaders): boolean | null {
  if (encoding !== undefined) return encoding.toLowerCase() === "chunked" ? true : null;
  return length !== undefined && length !== "0";
}
