import { HoplogError, validationError } from "@hoplog/schema/errors.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { textMax } from "../calls/textMax.ts";
import type { Transaction } from "../database/orm.ts";
import { takenExternalIds } from "../links/externalId.ts";
import { keyOf } from "../links/refuseNew.ts";
import { fit, type Fitted, type Fitting, type FittingLink } from "./fit.ts";
import type { Verdict } from "./import.ts";
import { keyOfSource } from "./keyOfSource.ts";
import type { FileRecord } from "./records.ts";
import { type Seen, takenBefore, withoutTaken } from "./seen.ts";
import type { ImportWork } from "./services.ts";
import type { ColumnPlan } from "./sources/columnPlan.ts";
import { LongText } from "./sources/fields.ts";
import { readLink } from "./sources/readLink.ts";
import { readers } from "./sources/readers.ts";
import type { Loss, SourceLink } from "./sources/sourceLink.ts";

/** What becomes of a row of the file. */
export interface JudgedRow {
  readonly row: number;
  readonly key: string | null;
  readonly name: string;
  readonly originalUrl: string;
  readonly shortUrl: string | null;
  readonly verdict: Verdict;
  /** What is made; null where nothing is. */
  readonly link: FittingLink | null;
  readonly losses: readonly Loss[];
  /** What of it no row behind it can have. */
  readonly codeKey: string | null;
  readonly externalId: string | null;
  /** Why nothing is made. */
  readonly error: HoplogError | null;
  /** It stands before. */
  readonly isRepeated?: true;
}

interface Read {
  readonly row: number;
  readonly key: string | null;
  readonly link: SourceLink | null;
  readonly fitted: Fitted | HoplogError;
}

interface Scope {
  readonly id: string;
  readonly ownerId: string;
  readonly source: ImportSource;
  readonly plan: ColumnPlan;
}

/** Says of each record what is made of it and what it loses, by what there is now. Makes nothing. */
export async function judge(
  services: ImportWork,
  tx: Transaction,
  scope: Scope,
  records: readonly FileRecord[],
  fitting: Fitting,
  seen: Seen,
): Promise<JudgedRow[]> {
  const rows = records.map(({ row, record }): Read => {
    if (record === null)
      return {
        row,
        key: null,
        link: null,
        fitted: refused(`This row is broken JSON, or has more than ${importLimits.recordBytes / 1024} kB`),
      };
    const link = readOrNull(scope, record);
    if (link === null) return { row, key: null, link, fitted: refused(longText) };
    return { row, key: keyOfSource(scope.source, link.id), link, fitted: fit(services, link, fitting) };
  });
  const keys = rows.flatMap(({ key }) => key ?? []);
  const existing = await keysOf(
    tx,
    "imported_link WHERE owner_id = ? AND source = ?",
    [scope.ownerId, scope.source],
    keys,
  );
  const before = new Set(await keysOf(tx, "link_import_row WHERE import_id = ?", [scope.id], keys));
  const makeable = rows.flatMap(({ key, fitted }) =>
    fitted instanceof HoplogError || existing.has(key ?? "") ? [] : fitted,
  );
  const ids = makeable.flatMap(({ parsed }) => parsed.externalId ?? []);
  const earlier = await takenBefore(tx, scope, makeable);
  for (const code of [...earlier.codes, ...(await takenCodes(tx, scope.ownerId, makeable))]) seen.codes.add(code);
  for (const id of [...earlier.externalIds, ...(await takenExternalIds(services.reads, scope.ownerId, ids))]) {
    seen.externalIds.add(id);
  }
  return rows.map(({ row, key, link, fitted }): JudgedRow => {
    const shown = { row, ...shownOf(link, fitted) };
    const nothing = { ...shown, link: null, losses: [], codeKey: null, externalId: null };
    if (key === null || fitted instanceof HoplogError) {
      return { ...nothing, key: null, verdict: "rejected", error: fitted instanceof HoplogError ? fitted : null };
    }
    if (before.has(key))
      return {
        ...nothing,
        key: null,
        verdict: "rejected",
        error: refused("This link stands in the file before"),
        isRepeated: true,
      };
    before.add(key);
    if (existing.has(key)) return { ...nothing, key, verdict: "exists", error: null };
    const made = withoutTaken(fitted, seen);
    return { ...shown, ...made, key, shortUrl: made.link.input.shortUrl || null, verdict: "create", error: null };
  });
}

const longText = `One of its texts is longer than ${textMax.toLocaleString("en")} characters`;

/** Null where a text of it is too long for anything to look at. */
function readOrNull({ source, plan }: Scope, record: Readonly<Record<string, unknown>>): SourceLink | null {
  try {
    return readLink(readers[source], plan, record);
  } catch (error) {
    if (error instanceof LongText) return null;
    throw error;
  }
}

function refused(message: string): HoplogError {
  return validationError([{ field: "row", message }]);
}

/** As rows are listed: whatever stood there. */
function shownOf(link: SourceLink | null, fitted: Fitted | HoplogError) {
  if (!(fitted instanceof HoplogError)) {
    const { name, originalUrl, code } = fitted.parsed;
    return { name, originalUrl, shortUrl: code };
  }
  const { name, originalUrl, shortUrl } = link?.input ?? {};
  const cut = (text: string | null | undefined) => (text ?? "").slice(0, 500).toWellFormed();
  return { name: cut(name), originalUrl: cut(originalUrl), shortUrl: cut(shortUrl) || null };
}

async function keysOf(
  tx: Transaction,
  from: string,
  values: readonly string[],
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const sql = `SELECT key FROM ${from} AND key IN (SELECT jsonb_array_elements_text(?::jsonb))`;
  const rows = await tx.execute<{ key: string }[]>(sql, [...values, JSON.stringify(keys)]);
  return new Set(rows.map(({ key }) => key));
}

/** Keys of codes that are another's, or lead somewhere. */
async function takenCodes(tx: Transaction, ownerId: string, links: readonly Fitted[]): Promise<Set<string>> {
  const wanted = links.flatMap(({ parsed: { code, place } }) => (code === null ? [] : { domain: place.number, code }));
  if (wanted.length === 0) return new Set();
  const places = new Map(links.map(({ parsed: { place } }) => [place.number, place]));
  const rows = await tx.execute<{ domain: number; code: string }[]>(
    `SELECT domain, code FROM jsonb_to_recordset(?::jsonb) AS wanted (domain integer, code text) JOIN code_claim AS held USING (domain, code)
     WHERE held.owner_id IS DISTINCT FROM ?::uuid OR held.link_id IS NOT NULL`,
    [JSON.stringify(wanted), ownerId],
  );
  return new Set(
    rows.flatMap(({ domain, code }) => {
      const place = places.get(domain);
      return place ? keyOf(place, code) : [];
    }),
  );
}
