import type { IncomingMessage } from "node:http";
import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { Incoming } from "./visit.ts";

/** By TLS of our own, or as a proxy says that we trust. */
export function cameByHttps({ request }: Pick<Incoming, "request">, isTrusted: IsTrusted): boolean {
  if (isEncrypted(request)) return true;
  const { "x-forwarded-proto": proto } = request.headers;
  const [first = ""] = (Array.isArray(proto) ? proto.join(",") : (proto ?? "")).split(",");
  return first.trim().toLowerCase() === "https" && isTrusted(request.socket.remoteAddress ?? "");
}

/** Whether the connection has TLS of our own. */
export function isEncrypted({ socket }: Pick<IncomingMessage, "socket">): boolean {
  return "encrypted" in socket && socket.encrypted === true;
}
