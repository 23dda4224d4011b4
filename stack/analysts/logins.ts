import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { consoleUsers } from "@hoplog/schema/analysts.js";

/** The credentials of a request. */
export interface Login {
  readonly user: string;
  readonly password: string;
}

/** Reads credentials in ClickHouse's order: its own headers, Basic authentication, query parameters. */
export function loginOf(headers: IncomingHttpHeaders, params: URLSearchParams): Login {
  const [user, password] = [headers["x-clickhouse-user"], headers["x-clickhouse-key"]];
  if (user !== undefined || password !== undefined)
    return { user: String(user ?? "default"), password: String(password ?? "") };
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(headers.authorization ?? "") ?? [];
  if (encoded !== undefined) {
    const text = Buffer.from(encoded, "base64").toString("utf8");
    const colon = text.indexOf(":");
    return colon < 0 ? { user: text, password: "" } : { user: text.slice(0, colon), password: text.slice(colon + 1) };
  }
  return { user: params.get("user") ?? "default", password: params.get("password") ?? "" };
}

export interface LoginSettings {
  /** Login of the service itself, which may list and kill every query. */
  readonly service: Login;
  readonly analystPassword: string;
  readonly consolePassword: string;
}

/** Permitted users with the hexadecimal SHA-256 of their passwords. */
export type Logins = ReadonlyMap<string, string>;

/** Returns the permitted users; `accountUsers` is the users file that the api writes. */
export function loginsOf({ service, analystPassword, consolePassword }: LoginSettings, accountUsers: string): Logins {
  const logins = new Map<string, string>([
    [service.user, sha256(service.password)],
    ["analyst", sha256(analystPassword)],
    ...consoleUsers.map((user) => [user, sha256(consolePassword)] as const),
  ]);
  const pattern = /<(account_[0-9a-f-]{36})>\s*<password_sha256_hex>([0-9a-f]{64})</g;
  for (const [, user = "", hash = ""] of accountUsers.matchAll(pattern)) logins.set(user, hash);
  return logins;
}

export function isLoginValid(logins: Logins, { user, password }: Login): boolean {
  const hash = logins.get(user);
  return hash !== undefined && timingSafeEqual(Buffer.from(sha256(password)), Buffer.from(hash));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
