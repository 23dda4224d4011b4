import { sql } from "@hoplog/platform/postgres/sql.js";
import { HoplogError, validationError } from "@hoplog/schema/errors.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { textMax } from "../../kernel/calls/jsonBounds.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { takenExternalIds } from "../core/externalId.ts";
import { keyOf } from "../core/refuseNew.ts";
import { adaptLink, type AdaptedLink, type AdaptContext, type AdaptedLinkData } from "./adaptLink.ts";
import type { Verdict } from "./import.ts";
import { identify, exactKeyOf, keyOfSource, scopeOfSource } from "./identify.ts";
import { findEarlier } from "./importedBefore.ts";
import type { FileRecord } from "./reading.ts";
import { type UsedKeys, usedByEarlierRows, withoutUsed } from "./usedKeys.ts";
import type { ImportWork } from "./services.ts";
import type { ColumnPlan } from "./sources/columnPlan.ts";
import { LongText } from "./sources/fields.ts";
import { readLink } from "./sources/readLink.ts";
import type { Loss, Reader, SourceLink } from "./sources/sourceLink.ts";

/** The verdict on a row of the file. */
export interface PlannedRow {
  readonly row: number;
  readonly key: string | null;
  readonly name: string;
  readonly originalUrl: string;
  readonly shortUrl: string | null;
  readonly verdict: Verdict;
  /** The link to create; null if the row creates none. */
  readonly link: AdaptedLinkData | null;
  readonly losses: readonly Loss[];
  /** The code and external id that later rows cannot use. */
  readonly codeKey: string | null;
  readonly externalId: string | null;
  /** The reason of a rejection; null for other verdicts. */
  readonly error: HoplogError | null;
  /** Whether the row repeats an earlier one. */
  readonly isRepeated?: true;
}

interface Read {
  readonly row: number;
  /** Keys under which the row's link may have been imported, its own key first. */
  readonly keys: readonly [string, ...string[]] | null;
  readonly link: SourceLink | null;
  readonly adapted: AdaptedLink | HoplogError;
}

interface Scope {
  readonly id: string;
  readonly ownerId: string;
  readonly source: ImportSource;
  readonly reader: Reader;
  readonly plan: ColumnPlan;
  readonly name: string | null;
}

/** Determines what each record would create and lose if it were imported now. Creates nothing. */
export async function planRows(
  services: ImportWork,
  tx: Transaction,
  scope: Scope,
  records: readonly FileRecord[],
  context: AdaptContext,
  usedKeys: UsedKeys,
): Promise<PlannedRow[]> {
  const rows = records.map((record) => readRow(services, scope, record, context));
  const wanted = rows.flatMap(({ adapted }) => {
    if (adapted instanceof HoplogError || adapted.parsed.code === null) return [];
    return { domain: adapted.parsed.place.number, code: adapted.parsed.code };
  });
  const keys = rows.flatMap(({ keys: own, adapted }) => {
    const exact = own && !(adapted instanceof HoplogError) ? exactKeyOf(own[0], ...contentOfLink(adapted)) : null;
    return [...(own ?? []), ...(exact === null ? [] : [exact])];
  });
  const found = await findEarlier(tx, scope, keys, wanted);
  const before = new Map(found.rows);
  const makeable = rows.flatMap(({ adapted }) => (adapted instanceof HoplogError ? [] : adapted));
  const ids = makeable.flatMap(({ parsed }) => parsed.externalId ?? []);
  const earlier = await usedByEarlierRows(tx, scope, makeable);
  for (const code of [...earlier.codes, ...(await takenCodes(tx, scope.ownerId, makeable))]) usedKeys.codes.add(code);
  for (const id of [...earlier.externalIds, ...(await takenExternalIds(services.reads, scope.ownerId, ids))]) {
    usedKeys.externalIds.add(id);
  }
  return rows.map(({ row, keys: own, link, adapted }): PlannedRow => {
    const shown = { row, ...shownOf(link, adapted) };
    const nothing = { ...shown, key: null, link: null, losses: [], codeKey: null, externalId: null };
    if (own === null || adapted instanceof HoplogError) {
      return { ...nothing, verdict: "rejected", error: adapted instanceof HoplogError ? adapted : null };
    }
    const [codeKey, originalUrl] = contentOfLink(adapted);
    const identity = identify(own, { codeKey, originalUrl }, { ...found, rows: before });
    if (identity.kind === "repeated") {
      const error = refused(`This link also occurs in row ${identity.row}, which is imported`);
      return { ...nothing, verdict: "rejected", error, isRepeated: true };
    }
    const { key } = identity;
    before.set(key, { row, codeKey, originalUrl });
    if (identity.kind === "imported") return { ...nothing, key, verdict: "exists", error: null };
    const made = withoutUsed(adapted, usedKeys);
    return { ...shown, ...made, key, shortUrl: made.link.input.shortUrl || null, verdict: "create", error: null };
  });
}

function readRow(services: ImportWork, scope: Scope, { row, record }: FileRecord, context: AdaptContext): Read {
  const nothing = { row, keys: null, link: null };
  if (record === null) {
    const most = importLimits.recordBytes / 1024;
    return { ...nothing, adapted: refused(`This row is not valid JSON, or is larger than ${most} kB`) };
  }
  const link = readOrNull(scope, record);
  if (link === null) return { ...nothing, adapted: refused(longText) };
  if (link.refusal !== null) return { ...nothing, link, adapted: refused(link.refusal) };
  const { source, name } = scope;
  const inScope = keyOfSource(source, scopeOfSource(source, name), link.id);
  // Links imported by earlier releases have no scope.
  return {
    row,
    keys: [inScope, keyOfSource(source, null, link.id)],
    link,
    adapted: adaptLink(services, link, context),
  };
}

function contentOfLink({ parsed: { code, place, originalUrl } }: AdaptedLink): [codeKey: string | null, url: string] {
  return [code === null ? null : keyOf(place, code), originalUrl];
}

const longText = `A value in this row is longer than ${textMax.toLocaleString("en")} characters`;

/** Parses a record; null if one of its texts is too long. */
function readOrNull({ reader, plan }: Scope, record: Readonly<Record<string, unknown>>): SourceLink | null {
  try {
    return readLink(reader, plan, record);
  } catch (error) {
    if (error instanceof LongText) return null;
    throw error;
  }
}

function refused(message: string): HoplogError {
  return validationError([{ field: "row", message }]);
}

/** Returns the values with which the row is listed: the parsed ones, or the raw ones if the link is rejected. */
function shownOf(link: SourceLink | null, adapted: AdaptedLink | HoplogError) {
  if (!(adapted instanceof HoplogError)) {
    const { name, originalUrl, code } = adapted.parsed;
    return { name, originalUrl, shortUrl: code };
  }
  const { name, originalUrl, shortUrl } = link?.input ?? {};
  const cut = (text: string | null | undefined) => (text ?? "").slice(0, 500).toWellFormed();
  return { name: cut(name), originalUrl: cut(originalUrl), shortUrl: cut(shortUrl) || null };
}

/** Returns the keys of codes that belong to another account, or to an existing link. */
async function takenCodes(tx: Transaction, ownerId: string, links: readonly AdaptedLink[]): Promise<Set<string>> {
  const wanted = links.flatMap(({ parsed: { code, place } }) => (code === null ? [] : { domain: place.number, code }));
  if (wanted.length === 0) return new Set();
  const places = new Map(links.map(({ parsed: { place } }) => [place.number, place]));
  const rows = await rowsOf<{ domain: number; code: string }>(
    tx,
    sql`SELECT domain, code FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS wanted (domain integer, code text)
      JOIN code_claim AS held USING (domain, code)
     WHERE held.owner_id IS DISTINCT FROM ${ownerId}::uuid OR held.link_id IS NOT NULL`,
  );
  return new Set(
    rows.flatMap(({ domain, code }) => {
      const place = places.get(domain);
      return place ? keyOf(place, code) : [];
    }),
  );
}
