import type { RecordedClick, RecordedMiss } from "./click.ts";
import type { BatchLink, ClickBatch, Visits } from "./decode.ts";

/** Returns a batch's clicks one by one, each with its id. Slow; for tools and tests. */
export function clicksOf(batch: ClickBatch): (Required<RecordedClick> & { readonly id: Uint8Array })[] {
  return Array.from({ length: batch.size }, (_, row) => ({
    id: part(batch.ids, row),
    ...visitOf(batch, batch, row),
    ...linkOf(batch.links[batch.link[row] ?? 0]),
    query: textOf(batch, batch.query, row),
  }));
}

/** Returns a batch's misses one by one. */
export function missesOf(batch: ClickBatch): (RecordedMiss & { readonly path: string })[] {
  const { misses } = batch;
  return Array.from({ length: misses.size }, (_, row) => ({
    ...visitOf(batch, misses, row),
    ...(misses.link[row] !== 0 && missedLinkOf(batch.links[(misses.link[row] ?? 0) - 1])),
    host: textOf(batch, misses.host, row),
    path: textOf(batch, misses.path, row),
    code: textOf(batch, misses.code, row),
    reason: misses.reasons[row] ?? "unknown",
  }));
}

function visitOf(batch: ClickBatch, visits: Visits, row: number) {
  return {
    at: batch.base + (visits.at[row] ?? 0),
    address: part(visits.addresses, row),
    userAgent: textOf(batch, visits.userAgent, row),
    referrer: textOf(batch, visits.referrer, row),
    languages: textOf(batch, visits.languages, row),
    flags: visits.flags[row] ?? 0,
  };
}

function linkOf(link: BatchLink | undefined): BatchLink {
  if (!link) throw new RangeError("click batch has a row with an unknown link");
  return { ...link, linkId: Buffer.from(link.linkId), ownerId: Buffer.from(link.ownerId) };
}

/** Omits the ids if only the domain is known. */
function missedLinkOf(link: BatchLink | undefined): BatchLink | Pick<BatchLink, "domain"> {
  const found = linkOf(link);
  return found.linkId.some((byte) => byte !== 0) ? found : { domain: found.domain };
}

function textOf({ texts }: ClickBatch, column: Uint32Array, row: number): string {
  return texts[column[row] ?? 0] ?? "";
}

function part(column: Uint8Array, row: number): Buffer {
  return Buffer.from(column.subarray(row * 16, row * 16 + 16));
}
