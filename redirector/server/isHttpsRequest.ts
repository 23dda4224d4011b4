import type { IncomingMessage } from "node:http";
import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { Incoming } from "./visit.ts";

/** Returns whether the request came over https: our own TLS, or X-Forwarded-Proto from a trusted proxy. */
export function isHttpsRequest({ request }: Pick<Incoming, "request">, isTrusted: IsTrusted): boolean {
  if (isEncrypted(request)) return true;
  const { "x-forwarded-proto": proto } = request.headers;
  const [first = ""] = (Array.isArray(proto) ? proto.join(",") : (proto ?? "")).split(",");
  return first.trim().toLowerCase() === "https" && isTrusted(request.socket.remoteAddress ?? "");
}

/** Returns whether this server terminates the connection's TLS. */
export function isEncrypted({ socket }: Pick<IncomingMessage, "socket">): boolean {
  return "encrypted" in socket && socket.encrypted === true;
}
