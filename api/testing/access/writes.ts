import { vi } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { TestApi } from "../testApi.ts";
import { type Fields, isFields } from "./compare.ts";
import { keptTextsOf } from "./kept.ts";
import type { Person } from "./world.ts";

/** Rows of an account in PostgreSQL that a call added and removed; a changed row is in both lists. */
export interface Writes {
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
}

/**
 * Makes a call and returns its result and the rows that it wrote for the account: events, audit entries and all other
 * rows.
 */
export async function recordWrites<T>(api: TestApi, person: Person, call: () => Promise<T>): Promise<[T, Writes]> {
  const before = await keptTextsOf(api, person);
  const result = await call();
  await waitForWork(api, person);
  const after = await keptTextsOf(api, person);
  return [result, { added: without(after, before), removed: without(before, after) }];
}

/** Waits until the account's jobs, imports and conversions are done. */
async function waitForWork(api: TestApi, { user }: Person): Promise<void> {
  await vi.waitFor(async () => {
    if (
      (
        await api.services.reads.query(sql`SELECT FROM link_job WHERE owner_id = ${user.id} AND ended_at IS NULL
    UNION ALL SELECT FROM link_import WHERE owner_id = ${user.id} AND state = 'running'
    UNION ALL SELECT FROM conversion WHERE owner_id = ${user.id} AND next_try_at IS NOT NULL`)
      ).rows.length > 0
    )
      throw new Error("jobs, imports or conversions of the account are still running");
  }, 60_000);
}

function without(rows: readonly string[], others: readonly string[]): unknown[] {
  const known = new Set(others);
  return rows.filter((row) => !known.has(row)).map((row): unknown => JSON.parse(row));
}

export interface NormalizeOptions {
  /** The person whose strings are replaced by their names, such as `<link.id>`. */
  readonly person: Person;
  /** The channel (REST or GraphQL) that events and audit entries must name; `any` accepts both. */
  readonly via: "rest" | "graphql" | "any";
  /** The requests, whose times and strings are not replaced. */
  readonly given: unknown;
}

const moments = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)/g;
const freshAddresses = /fresh\d+@elsewhere\.example/g;
const ids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
/**
 * Tokens of shared pages, secrets of authenticator apps, short codes, API keys, SHA-1 hashes, and ETags and other
 * hashes of 22 characters.
 */
const secrets =
  /(?<=\/stats\/)[\w-]{32}|(?<=secret=)[A-Z2-7]{32}|(?<=^https?:\/\/[^/]+\/)\w{8}$|(?<=^hop_)[\w-]+$|[0-9a-f]{40}|(?<=^"?)[\w-]{22}(?="?$)/g;
/** Names of fields whose values are random unless the request contains them. */
const random = /^(\w*hash|\w*secret|code|shortUrl|fullShortUrl|\w*[tT]oken|colour)$/;

/** Normalises and sorts rows so that two accounts' writes can be compared. */
export function normalizeWrites({ added, removed }: Writes, options: NormalizeOptions): Writes {
  const rowsOf = (rows: readonly unknown[], via: NormalizeOptions["via"]) =>
    rows
      .map((row) => JSON.stringify(normalize(row, { ...options, via })))
      .toSorted()
      .map((row): unknown => JSON.parse(row));
  // Removed rows may have been written over any channel.
  return { added: rowsOf(added, options.via), removed: rowsOf(removed, "any") };
}

/** Replaces ids, times, random strings and the person's own strings by names. */
export function normalize(value: unknown, { person, via, given }: NormalizeOptions): unknown {
  const known = textsOf(person, "")
    // Two access tokens that are signed within the same second are equal.
    .filter(([, name]) => !name.endsWith("accessToken"))
    .toSorted(([a], [b]) => b.length - a.length);
  const request = JSON.stringify(given) ?? "";
  const instants = new Set([...request.matchAll(moments)].map(([text]) => Date.parse(text)));
  const normalizeText = (text: string, key: string): string => {
    let plain = text;
    for (const [own, name] of known) plain = plain.replaceAll(own, `<${name}>`);
    if (plain === text && random.test(key) && !request.includes(text)) return "<random>";
    return plain
      .replaceAll(secrets, "<random>")
      .replaceAll(freshAddresses, "<fresh address>")
      .replaceAll(ids, "<id>")
      .replaceAll(moments, (moment) =>
        instants.has(Date.parse(moment)) ? new Date(moment).toISOString() : "<moment>",
      );
  };
  const walk = (each: unknown, key: string): unknown => {
    if (Array.isArray(each)) {
      const values = each.map((one) => walk(one, key));
      // The audit lists fields in the request's order.
      return key === "fields" ? values.toSorted() : values;
    }
    if (isFields(each)) {
      return Object.fromEntries(
        Object.entries(each).map(([name, one]) => [name, isSequence(name, each) ? "<sequence>" : walk(one, name)]),
      );
    }
    if (typeof each !== "string") return each;
    return key === "via" && (each === via || via === "any") ? "<via>" : normalizeText(each, key);
  };
  return walk(value, "");
}

/**
 * Returns whether a field counts rows, domains or versions of bot rules across accounts, or how often an import's file
 * was read.
 */
function isSequence(name: string, beside: Fields): boolean {
  if (name === "transaction_id") return true;
  // Every account has the default domain, number 0.
  if (typeof beside[name] !== "number" || beside[name] === 0) return false;
  if (name === "number") return "ignores_case" in beside || "domainId" in beside;
  if (name === "version") return "verdicts" in beside || "rules" in beside;
  return /^(id|position|domain|toDomain|next_part)$/.test(name);
}

/** Returns the person's strings with their names. */
function textsOf(value: unknown, name: string): [string, string][] {
  if (typeof value === "string") return [[value, name]];
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => textsOf(each, name === "" ? key : `${name}.${key}`));
}
