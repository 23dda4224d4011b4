import { sql } from "@hoplog/platform/postgres/sql.js";
import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import { isWidelyReservedCode } from "@hoplog/schema/codes/rules.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import type { Actor } from "../../kernel/calls/actor.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { KnownDomains } from "../core/domainOfLink.ts";
import type { OwnHosts } from "../core/ownHosts.ts";
import type { LinkRow } from "../core/linkRow.ts";
import { linkColumns } from "../core/linkRow.ts";
import { findPlaces, type Place, readCode } from "../core/place.ts";
import { nearestLinks } from "./nearest.ts";
import { proposalsFor } from "./words.ts";

/** The dependencies of checks of codes. */
export interface CodeServices extends Reads, KnownDomains, OwnHosts, LimitsOf<"codeCheck"> {}

export type CodeState = "free" | "taken" | "invalid" | "reserved";

export interface CodeCheck {
  /** The code in its stored form. */
  readonly code: string;
  readonly state: CodeState;
  /** User-facing reason why the code cannot be used, or a warning; null if there is neither. */
  readonly message: string | null;
  /** The workspace's link with this code; null if there is none, or if the code belongs to another workspace. */
  readonly link: LinkRow | null;
  /** If the code is free, the links that `nearestLinks` returns for it; otherwise empty. */
  readonly near: readonly LinkRow[];
}

/** The domain of a code. Absent, null and blank mean the same as for a new link. */
export interface CodePlace {
  readonly domain?: string | null | undefined;
}

/**
 * Checks whether a new link could have a code; reveals no more than creating one would. Throws VALIDATION_ERROR on
 * `domain`, RATE_LIMIT_ERROR.
 */
export async function checkCode(
  services: CodeServices,
  actor: Actor,
  { code: text, domain }: CodePlace & { readonly code: string },
): Promise<CodeCheck> {
  const ownerId = authorizeOwn(actor, "links:write");
  await services.limits.codeCheck(actor.userId);
  const place = await placeOf(services, ownerId, domain);
  const read = text.trim() === "" ? { problem: "Enter a code" } : readCode(text.trim(), place);
  if ("problem" in read) {
    const state = isReserved(text.trim(), place) ? "reserved" : "invalid";
    return { code: text.trim(), state, message: read.problem, link: null, near: [] };
  }
  const { code } = read;
  const [claim] = await readRows<{ own: boolean; used: boolean }>(
    services.reads,
    sql`SELECT owner_id IS NOT DISTINCT FROM ${ownerId} AS own, link_id IS NOT NULL AS used FROM code_claim
      WHERE domain = ${place.number} AND code = ${code}`,
  );
  if (claim && (!claim.own || claim.used)) {
    const link = claim.own ? await linkWith(services, ownerId, place, code) : null;
    const message = link ? `Your link “${link.name}” has this short URL` : "This short URL is already taken";
    return { code, state: "taken", message, link, near: [] };
  }
  const near = await nearestLinks(services, ownerId, { domain: place.number, code });
  const [first] = near;
  const message = first ? `Easily confused with “${first.code}” of your link “${first.name}”` : null;
  return { code, state: "free", message, link: null, near };
}

async function linkWith(services: CodeServices, ownerId: string, place: Place, code: string): Promise<LinkRow | null> {
  const [link] = await readRows<LinkRow>(
    services.reads,
    sql`SELECT ${linkColumns} FROM link WHERE domain = ${place.number} AND code = ${code} AND owner_id = ${ownerId}`,
  );
  return link ?? null;
}

function isReserved(code: string, { number }: Place): boolean {
  return number === defaultDomain ? isReservedCode(code) : isWidelyReservedCode(code);
}

async function placeOf(services: CodeServices, ownerId: string, domain: string | null | undefined): Promise<Place> {
  const found = (await findPlaces(services, ownerId))(domain);
  if ("problem" in found) throw validationError([{ field: "domain", message: found.problem }]);
  return found.place;
}

/** Maximum number of proposals per destination. */
export const proposedMax = 3;

export interface Destination extends CodePlace {
  readonly url: string;
  /** The title of the destination's page, if known. */
  readonly title?: string | null | undefined;
}

/**
 * Returns up to three free codes from the words of a destination; fewer if too few of these codes are valid and free.
 * Throws VALIDATION_ERROR on `url`, `title` and `domain`, RATE_LIMIT_ERROR.
 */
export async function proposeCodes(
  services: CodeServices,
  actor: Actor,
  { url, title, domain }: Destination,
): Promise<string[]> {
  const ownerId = authorizeOwn(actor, "links:write");
  const parsed = parseOriginalUrl(url, services.ownHosts, "URL");
  if (!parsed.ok) throw validationError([{ field: "url", message: parsed.message }]);
  if (title && title.length > limits.linkNameMax) {
    throw validationError([{ field: "title", message: `Must be at most ${limits.linkNameMax} characters` }]);
  }
  await services.limits.codeCheck(actor.userId);
  const place = await placeOf(services, ownerId, domain);
  const codes = proposalsFor(new URL(parsed.url), title ?? "").flatMap((text) => {
    const read = readCode(text, place);
    return "code" in read ? read.code : [];
  });
  const rows = await readRows<{ code: string }>(
    services.reads,
    sql`SELECT code FROM code_claim WHERE domain = ${place.number} AND code = ANY (${codes}::text[]) AND (owner_id IS DISTINCT
      FROM ${ownerId} OR link_id IS NOT NULL)`,
  );
  const taken = new Set(rows.map(({ code }) => code));
  return codes.filter((code) => !taken.has(code)).slice(0, proposedMax);
}
