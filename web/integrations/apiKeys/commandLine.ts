import type { KeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import type { CreateApiKeyInput } from "../../core/graphql/generated/graphql.ts";

/** A command line's request for a key, read from the URL. */
export interface CommandLineRequest {
  /** Port on which the command line listens on this computer. */
  readonly port: number;
  /** State of the command line's request, which the command line expects back. */
  readonly state: string;
  /** The beginning of the state, which users compare with what their terminal shows. */
  readonly mark: string;
  /** SHA-256 of a secret of the command line, which is required to fetch the key. */
  readonly challenge: string;
}

const markLength = 8;
const scopes: KeyScope[] = [
  "links:write",
  "stats:read",
  "groups:write",
  "tags:write",
  "domains:read",
  "export",
  "account:read",
];
const lifetimeMs = 90 * 24 * 60 * 60 * 1000;

/** Reads the request from the URL; null if it is invalid. */
export function readRequest(query: URLSearchParams): CommandLineRequest | null {
  const port = Number(query.get("port"));
  const state = query.get("state") ?? "";
  if (!Number.isInteger(port) || port < 1024 || port > 65_535) return null;
  const challenge = query.get("challenge") ?? "";
  if (!/^[\w-]{32,128}$/.test(state) || !/^[\w-]{43}$/.test(challenge)) return null;
  return { port, state, mark: state.slice(0, markLength), challenge };
}

export function commandLineKey(now: Date): CreateApiKeyInput {
  return { name: "Command line", scopes, expiresAt: new Date(now.getTime() + lifetimeMs).toISOString() };
}

/** Returns the URL that receives the code, always on this computer, whatever the page's URL contains. */
export function callbackOf({ port, state }: CommandLineRequest, code: string): string {
  return `http://127.0.0.1:${port}/?${new URLSearchParams({ state, code }).toString()}`;
}
