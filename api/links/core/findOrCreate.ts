import { isDeepStrictEqual } from "node:util";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import type { OptionName } from "@hoplog/schema/links/options/options.js";
import { linkKey } from "@hoplog/schema/topics/links/key.js";
import { type Queryable, readRows } from "../../kernel/database/reads.ts";
import type { BeginInTransaction, BeginStreams, NewStreams } from "../../kernel/eventstore/newStreams.ts";
import { externalIdTaken, isExternalIdTaken, takenExternalIds } from "./externalId.ts";
import { activeAt } from "./filter.ts";
import type { FindBy } from "./findBy.ts";
import type { NewLink } from "./input.ts";
import { linkColumns, type LinkRow } from "./linkRow.ts";

/** Maximum number of existing links whose rules, splits and previews are compared with a wanted link. */
const comparedMax = 100;

/** SQL for active links that may match the wanted ones: links without options first, and older before newer ones. */
const found = (ownerId: string, wanted: string, now: Date) => sql`SELECT wanted.n, ${linkColumns}
  FROM jsonb_to_recordset(${wanted}::jsonb) AS wanted (n integer, url text, domain integer, code text, by_group boolean,
    group_id uuid,
    with_options jsonb, without_options text[], external_id text)
  CROSS JOIN LATERAL (
    SELECT * FROM link WHERE owner_id = ${ownerId} AND hashtextextended(original_url, 0) = hashtextextended(wanted.url, 0)
      AND original_url = wanted.url AND domain = wanted.domain AND (wanted.code IS NULL OR code = wanted.code)
      AND (wanted.external_id IS NULL OR external_id = wanted.external_id)
      AND (NOT wanted.by_group OR group_id IS NOT DISTINCT FROM wanted.group_id)
      AND options @> wanted.with_options AND NOT jsonb_exists_any(options, wanted.without_options)
      AND ban_reason IS NULL AND listed_url IS NULL AND ${activeAt(now)}
    ORDER BY options = '{}' DESC, created_at, id LIMIT ${comparedMax}) AS link`;

/** A link to create or find. */
type Wanted = Omit<NewLink, "password" | "tags">;
type Searched<L extends Wanted> = L & { readonly findBy: FindBy };

/** Returns existing links that match the wanted ones, by the index of the wanted link in the list. */
export async function findLinks(
  queryable: Queryable,
  ownerId: string,
  links: readonly (Wanted | HoplogError)[],
  now: Date,
): Promise<ReadonlyMap<number, LinkRow>> {
  const searched = links.flatMap((link, n) => (isSearched(link) ? [{ n, ...questionOf(link) }] : []));
  const rows = new Map<number, LinkRow>();
  if (searched.length === 0) return rows;
  const candidates = await readRows<LinkRow & { n: number }>(queryable, found(ownerId, JSON.stringify(searched), now));
  for (const { n, ...row } of candidates) {
    const link = links[n];
    if (!rows.has(n) && link && isSearched(link) && isMatch(row, link)) rows.set(n, row);
  }
  return rows;
}

/** Options that Postgres can't compare as {@link isMatch} does. */
const comparedInMemory: ReadonlySet<OptionName> = new Set(["rules", "split", "preview"]);

function questionOf({ originalUrl, place, code, groupId, externalId, options, findBy }: Searched<Wanted>) {
  const given = new Map<string, unknown>(Object.entries(options));
  const compared = findBy.options.filter((name) => given.has(name) && !comparedInMemory.has(name));
  return {
    url: originalUrl,
    domain: place.number,
    code,
    external_id: externalId,
    by_group: findBy.group,
    group_id: groupId,
    with_options: Object.fromEntries(compared.map((name) => [name, given.get(name)])),
    without_options: findBy.options.filter((name) => !given.has(name)),
  };
}

function isSearched<L extends Wanted>(link: L | HoplogError): link is Searched<L> {
  return !(link instanceof HoplogError) && link.findBy !== null;
}

type Compared = Pick<LinkRow, "originalUrl" | "domain" | "groupId" | "externalId" | "options"> & {
  readonly code: string | null;
};

function isMatch(
  link: Compared,
  { originalUrl, place, code, groupId, externalId, options, findBy }: Searched<Wanted>,
): boolean {
  return (
    link.originalUrl === originalUrl &&
    link.domain === place.number &&
    (code === null || link.code === code) &&
    (externalId === null || link.externalId === externalId) &&
    (!findBy.group || link.groupId === groupId) &&
    findBy.options.every((name) => isDeepStrictEqual(unnumbered(link.options[name]), unnumbered(options[name])))
  );
}

/** Removes the numbers of rules and arms, which differ after edits. */
function unnumbered(option: unknown): unknown {
  if (option === undefined) return undefined;
  return JSON.parse(JSON.stringify(option, (key, value: unknown) => (key === "number" ? undefined : value)));
}

type CreateLinks<L extends Wanted> = (links: readonly (L | HoplogError)[]) => Promise<readonly Created[]>;

/** How to create links; both functions return results in the order of the links. */
interface Creation<L extends Wanted> {
  readonly ownerId: string;
  readonly now: Date;
  readonly make: CreateLinks<L>;
  /** Creates links in the transaction of the given services; throws errors of PostgreSQL. */
  readonly createWithin: (services: BeginStreams, ...links: Parameters<CreateLinks<L>>) => ReturnType<CreateLinks<L>>;
}

/** A concurrent call without findOrCreate may take an external id repeatedly, but hardly this often. */
const attempts = 10;

/**
 * Finds or creates links; results are in the order of the inputs. Calls with findOrCreate run one at a time per
 * workspace, across all API processes, so that concurrent calls for the same link return the same link.
 */
export async function findOrCreate<L extends Wanted>(
  services: NewStreams,
  links: readonly (L | HoplogError)[],
  creation: Creation<L>,
): Promise<readonly Created[]> {
  if (!links.some(isSearched)) return creation.make(links);
  const key = `hoplog find or create ${creation.ownerId}`;
  for (let attempt = 1; ; attempt++) {
    try {
      return await services.alone(key, (begin) => findOrCreateSerially(begin, links, creation));
    } catch (error) {
      if (!isExternalIdTaken(error) || attempt === attempts) throw error;
    }
  }
}

async function findOrCreateSerially<L extends Wanted>(
  { queryable, ...alone }: BeginInTransaction,
  links: readonly (L | HoplogError)[],
  { ownerId, now, createWithin }: Creation<L>,
): Promise<readonly Created[]> {
  const answers = new Map<number, Created>();
  let open = [...links.entries()];
  const openLinks = () => open.map(([, link]) => link);
  while (open.length > 0) {
    const existing = await findLinks(queryable, ownerId, openLinks(), now);
    for (const [i, link] of existing) answers.set(open[i]?.[0] ?? -1, { link, created: false });
    open = open.filter(([n]) => !answers.has(n));
    const ids = openLinks().flatMap((link) => (link instanceof HoplogError ? [] : (link.externalId ?? [])));
    const taken = await takenExternalIds(queryable, ownerId, ids);
    for (const [n, link] of open) {
      const isTaken = !(link instanceof HoplogError) && link.externalId !== null && taken.has(link.externalId);
      if (isTaken) answers.set(n, externalIdTaken());
    }
    open = open.filter(([n]) => !answers.has(n));
    const next = withoutRepeats(open);
    const made = await createWithin(
      alone,
      next.map(([, link]) => link),
    );
    for (const [i, answer] of made.entries()) answers.set(next[i]?.[0] ?? -1, answer);
    // Links that repeat an earlier link of this call are looked up again.
    open = open.filter(([n]) => !answers.has(n));
  }
  return links.flatMap((_, n) => answers.get(n) ?? []);
}

/**
 * Removes links that an earlier link of the list will match once it is created, and links with the same code or
 * external id as an earlier one.
 */
function withoutRepeats<L extends Wanted>(entries: readonly [number, L | HoplogError][]): [number, L | HoplogError][] {
  const first = new Map<string, Compared[]>();
  const codes = new Set<string>();
  const externalIds = new Set<string>();
  return entries.filter(([, link]) => {
    if (link instanceof HoplogError) return true;
    const before = first.get(link.originalUrl) ?? [];
    if (isSearched(link) && before.some((other) => isMatch(other, link))) return false;
    const code = link.code === null ? null : linkKey({ domain: link.place.number, code: link.code });
    if (code !== null && codes.has(code)) return false;
    if (link.externalId !== null && externalIds.has(link.externalId)) return false;
    if (code !== null) codes.add(code);
    if (link.externalId !== null) externalIds.add(link.externalId);
    first.set(link.originalUrl, [...before, { ...link, domain: link.place.number }]);
    return true;
  });
}

/** A created or found link, or the error. */
export type Created = CreatedLink | HoplogError;

/** A created link, or an existing one with findOrCreate. */
export type CreatedLink =
  | { readonly link: NewLinkRow; readonly created: true }
  | { readonly link: LinkRow; readonly created: false };

/** A new link with its tags, which are not in its row. */
export interface NewLinkRow extends LinkRow {
  readonly tagIds: readonly string[];
}
