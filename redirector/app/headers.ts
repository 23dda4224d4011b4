import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

/** Information about a visitor that is forwarded to the app. */
export interface Forwarded {
  readonly address: string;
  readonly isHttps: boolean;
  readonly requestId: string;
}

/** Headers of a single connection (RFC 9110, 7.6.1), which are not forwarded. */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that proxies set; from a visitor they can't be trusted. */
const claimed = /^(?:forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-request-id)$/;

/** Converts the headers of a visitor's request for the app. */
export function headersForApp(
  headers: IncomingHttpHeaders,
  { address, isHttps, requestId }: Forwarded,
): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    // Expect is omitted, because this server has already handled it.
    if (value === undefined || name === "expect" || hopByHop.has(name) || claimed.test(name)) continue;
    kept[name] = value;
  }
  // Without this, the body of a GET or DELETE would be sent as if it were the next request.
  if (headers["transfer-encoding"] !== undefined) kept["transfer-encoding"] = "chunked";
  return {
    ...kept,
    "x-forwarded-for": address,
    "x-forwarded-proto": isHttps ? "https" : "http",
    "x-request-id": requestId,
  };
}

/** Converts the headers of the app's response for the visitor. */
export function headersForVisitor(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
}

/** Returns whether a request has a body; null for a transfer encoding that is not supported. */
export function hasBody({
  "transfer-encoding": encoding,
  "content-length": length,
}: IncomingHttpHeaders): boolean | null {
  if (encoding !== undefined) return encoding.toLowerCase() === "chunked" ? true : null;
  return length !== undefined && length !== "0";
}
