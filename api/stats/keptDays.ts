import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";

/** Clicks of a link on a day of UTC. */
export interface DayClicks {
  readonly day: string;
  readonly people: number;
  readonly bots: number;
}

/** A counting of a day; `run` tells it from others of the same day. */
export interface KeptDay extends DayClicks {
  readonly run: number;
}

/** Which days of a range have been counted, and which are left. */
export interface SplitDays {
  readonly kept: readonly { readonly day: string; readonly run: number }[];
  readonly rest: readonly string[];
}

const number = z.coerce.number();
const keptRow = z.object({ day: z.string(), run: number, people: number, bots: number });

/** Every day of a link that was ever counted; few links have any. */
export async function readKeptDays(
  clickhouse: ClickHouseClient,
  link: { readonly ownerId: string; readonly id: string },
): Promise<KeptDay[]> {
  return select(
    clickhouse,
    keptRow,
    `SELECT toString(day) AS day, run, people, bots FROM link_day_value
     WHERE owner_id = {owner: UUID} AND link_id = {link: UUID} AND dimension = ''`,
    { owner: link.ownerId, link: link.id },
  );
}

/**
 * `clicked` are the days of a range as they are now. A counting with as many clicks is of the same ones: they are never
 * changed, and only whole links are erased. So a day that lies in the range in part is left too, unless nothing else was
 * clicked on it.
 */
export function splitDays(clicked: readonly DayClicks[], kept: readonly KeptDay[]): SplitDays {
  const counted = new Map(kept.map((day) => [keyOf(day), day.run]));
  const split: { kept: { day: string; run: number }[]; rest: string[] } = { kept: [], rest: [] };
  for (const day of clicked) {
    const run = counted.get(keyOf(day));
    if (run === undefined) split.rest.push(day.day);
    else split.kept.push({ day: day.day, run });
  }
  return split;
}

function keyOf({ day, people, bots }: DayClicks): string {
  return `${day} ${people} ${bots}`;
}
