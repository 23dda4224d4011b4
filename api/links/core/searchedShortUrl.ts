import { sql } from "@hoplog/platform/postgres/sql.js";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import type { KnownDomains } from "./domainOfLink.ts";
import { findPlaces, readCode } from "./place.ts";

interface Pasted {
  readonly host: string;
  /** Possible codes, the whole path first. */
  readonly codes: readonly string[];
}

/**
 * Returns the id of the workspace's link whose short URL is the text, in any form that users paste; null for other
 * texts.
 */
export async function linkAtShortUrl(
  services: Reads & KnownDomains,
  ownerId: string,
  text: string,
): Promise<string | null> {
  const pasted = pastedUrl(text);
  if (!pasted) return null;
  const found = (await findPlaces(services, ownerId))(pasted.host);
  if ("problem" in found) return null;
  const codes = pasted.codes.flatMap((code) => {
    const read = readCode(code, found.place);
    return "problem" in read ? [] : [read.code];
  });
  if (codes.length === 0) return null;
  const rows = await readRows<{ id: string; code: string }>(
    services.reads,
    sql`SELECT id, code FROM link WHERE domain = ${found.place.number} AND code = ANY (${codes}::text[]) AND owner_id = ${ownerId}`,
  );
  const ids = new Map(rows.map(({ code, id }) => [code, id]));
  return codes.map((code) => ids.get(code)).find((id) => id !== undefined) ?? null;
}

/** Parses a host and a path, with or without scheme, port and query; null for other texts. */
export function pastedUrl(text: string): Pasted | null {
  const trimmed = text.trim();
  if (/\s/.test(trimmed) || !/[^/]\/+[^/]/.test(trimmed)) return null;
  const url = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  const path = decoded(pathname.replace(/^\/+/, ""));
  if (path === null || path === "") return null;
  // Removes the `+` of a preview, and slashes that some programs append to URLs.
  return { host: hostname, codes: [...new Set([path, path.replace(/\/?\+?\/*$/, "")])].filter((code) => code !== "") };
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
