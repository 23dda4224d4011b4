import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { uuidDictionaryColumn, type NativeColumn } from "../native/columns.ts";
import { joinedIds, ownersOf } from "./ids.ts";

/**
 * The ids that repeat within a batch, as dictionaries: ClickHouse writes them out again, but they come through the
 * socket once each.
 */
export function linkIdColumns({ id, links, link }: ClickBatch): Readonly<Record<string, NativeColumn>> {
  const owners = ownersOf(links);
  const linkIds = joinedIds(links.map(({ linkId }) => linkId));
  return {
    owner_id: uuidDictionaryColumn(joinedIds(owners.ids), owners.ofLink, link),
    link_id: uuidDictionaryColumn(
      linkIds,
      Uint32Array.from(links, (_, i) => i),
      link,
    ),
    batch_id: batchIdColumn(id, link.length),
  };
}

/** The same id in every row. */
export function batchIdColumn(id: Uint8Array, rows: number): NativeColumn {
  return uuidDictionaryColumn(joinedIds([id]), Uint32Array.of(0), new Uint32Array(rows));
}
