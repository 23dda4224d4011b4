import type { CallOptions, ClientOptions } from "./options.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Scalar = string | number | boolean;
export type QueryValue = Scalar | readonly Scalar[] | null | undefined;
export type Octets = Uint8Array<ArrayBuffer> | ArrayBuffer | Blob;

/** What a call sends, beside what every call does. */
export interface Sent {
  readonly query?: object | undefined;
  /** As JSON. */
  readonly body?: unknown;
  readonly octets?: Octets | undefined;
  /** The server takes an `Idempotency-Key` here. */
  readonly isKeyed?: boolean | undefined;
  /** The media type of the answer; JSON unless given. */
  readonly accept?: string | undefined;
}

export interface Call extends Sent {
  readonly method: Method;
  readonly path: string;
}

/** An id as a part of a path. One that would lead to another path is refused. */
export function pathPart(id: string): string {
  if (id === "" || id === "." || id === "..") throw new TypeError(`${JSON.stringify(id)} is no id`);
  return encodeURIComponent(id);
}

/** The address of the server without a slash at its end. */
export function baseOf(url: string): string {
  const { protocol, username, password, search, hash } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") throw new TypeError(`${url} is neither https nor http`);
  if (username || password || search || hash) throw new TypeError("The url of hoplog is an origin, or one with a path");
  return url.replace(/\/+$/, "");
}

export function addressOf(base: string, { path, query = {} }: Call): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  return search.size === 0 ? base + path : `${base}${path}?${search}`;
}

/** Whether sending the call twice does no more than sending it once, and ends as well. */
export function isRepeatable({ method, isKeyed }: Call, { ifMatch }: CallOptions): boolean {
  // Once it was done, it would be refused.
  if (ifMatch !== undefined) return false;
  return method === "GET" || method === "PUT" || method === "DELETE" || (method === "POST" && isKeyed === true);
}

/** The same for all attempts, the key among them. */
export function headersOf(call: Call, client: ClientOptions, options: CallOptions): Record<string, string> {
  const workspace = options.workspace ?? client.workspace;
  return {
    accept: call.accept ?? "application/json",
    ...(call.body !== undefined && { "content-type": "application/json" }),
    ...(call.octets && { "content-type": "application/octet-stream" }),
    ...(workspace !== undefined && { "x-workspace": workspace }),
    ...(options.ifMatch !== undefined && { "if-match": options.ifMatch }),
    ...(call.isKeyed && { "idempotency-key": options.idempotencyKey ?? randomKey() }),
  };
}

/** `crypto.randomUUID` would need a secure context in browsers. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
