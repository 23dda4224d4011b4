import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { Incoming } from "./visit.ts";

/** As the proxy says that we trust: no other way leads from https to here. */
export function cameByHttps({ request }: Pick<Incoming, "request">, isTrusted: IsTrusted): boolean {
  const { "x-forwarded-proto": proto } = request.headers;
  const [first = ""] = (Array.isArray(proto) ? proto.join(",") : (proto ?? "")).split(",");
  return first.trim().toLowerCase() === "https" && isTrusted(request.socket.remoteAddress ?? "");
}
