import type { KeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import type { CreateApiKeyInput } from "../../core/graphql/generated/graphql.ts";

/** What a command line that wants a key has put into the address. */
export interface CommandLineRequest {
  /** Where it listens on this computer. */
  readonly port: number;
  /** By which it knows its own request again. */
  readonly state: string;
  /** The beginning of the state, which users compare with what their terminal shows. */
  readonly mark: string;
  /** SHA-256 of what only the command line knows: with it alone the key can be fetched. */
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

/** Null for an address that no command line has made. */
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

/** Where the code goes: to this computer alone, whatever the address says. */
export function callbackOf({ port, state }: CommandLineRequest, code: string): string {
  return `http://127.0.0.1:${port}/?${new URLSearchParams({ state, code }).toString()}`;
}
