import type { CallOptions, ClientOptions } from "./options.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Scalar = string | number | boolean;
export type QueryValue = Scalar | readonly Scalar[] | null | undefined;
export type Octets = Uint8Array<ArrayBuffer> | ArrayBuffer | Blob;

/** Data that a call sends in addition to the common headers. */
export interface Sent {
  readonly query?: object | undefined;
  /** Body that is sent as JSON. */
  readonly body?: unknown;
  readonly octets?: Octets | undefined;
  /** Whether the server accepts an `Idempotency-Key` for this call. */
  readonly isKeyed?: boolean | undefined;
  /** Media type of the response; JSON by default. */
  readonly accept?: string | undefined;
}

export interface Call extends Sent {
  readonly method: Method;
  readonly path: string;
}

/** Encodes an id as a path segment. Throws a TypeError for ids that would change the path. */
export function pathPart(id: string): string {
  if (id === "" || id === "." || id === "..") throw new TypeError(`Invalid ID: ${JSON.stringify(id)}`);
  return encodeURIComponent(id);
}

/** Returns the server's URL without a trailing slash. Throws a TypeError if it is invalid. */
export function baseOf(url: string): string {
  const { protocol, username, password, search, hash } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    throw new TypeError(`Invalid url ${url}: it must begin with https:// or http://`);
  if (username || password || search || hash)
    throw new TypeError("Invalid url: it must not contain a user name, password, query or fragment");
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

/** Returns whether the call can be repeated with the same effect and result. */
export function isRepeatable({ method, isKeyed }: Call, { ifMatch }: CallOptions): boolean {
  // After a success, the repetition would be rejected, because the ETag has changed.
  if (ifMatch !== undefined) return false;
  return method === "GET" || method === "PUT" || method === "DELETE" || (method === "POST" && isKeyed === true);
}

/** Returns the headers for all attempts, including the idempotency key. */
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

/** Own implementation, because `crypto.randomUUID` requires a secure context in browsers. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
