import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { flagBotReason } from "../agents/botReason.ts";
import {
  boolColumn,
  dateTimeColumn,
  lowCardinalityColumn,
  uint32Column,
  uint64Column,
  uint8Column,
  uuidColumn,
  type Dictionary,
  type NativeColumn,
} from "../native/columns.ts";
import type { Salts } from "../visitors/salts.ts";
import { dictionaryOf } from "./dictionary.ts";
import type { Enrichment } from "./enrichment.ts";
import { clickIds } from "./ids.ts";
import { linkIdColumns } from "./linkIds.ts";
import type { Used } from "./used.ts";
import { visitorsOf } from "./visitors.ts";

/** All the ways of asking that a row's flags can say. */
const flagReasons = Array.from({ length: 256 }, (_, flags) => flagBotReason(flags));

/**
 * The columns of the table `clicks`, enriched. Every distinct user agent, referrer, query and address is looked at
 * once. `salts` must have every day of the batch; throws a RangeError otherwise.
 */
export function clickColumns(
  batch: ClickBatch,
  enrichment: Enrichment,
  salts: Salts,
): Readonly<Record<string, NativeColumn>> {
  const { known: agents, used: agentsUsed } = enrichment.agents.find(batch.texts, batch.userAgent);
  const { known: referrers, used: referrersUsed } = enrichment.referrers.find(batch.texts, batch.referrer);
  const { known: campaigns, used: campaignsUsed } = enrichment.campaigns.find(batch.texts, batch.query);
  const { known: places, used: placesUsed } = enrichment.places.find(batch.addresses);
  const bots = botReasons(batch, agents.texts("botReason", agentsUsed), agentsUsed);

  return {
    ...linkIdColumns(batch),
    at: dateTimeColumn(batch.base, batch.at),
    click_id: uuidColumn(clickIds(batch.id, batch.size)),
    visitor: uint64Column(visitorsOf(batch, agents.words(agentsUsed), agentsUsed.rows, salts)),
    country: places.column("country", placesUsed),
    region: places.column("region", placesUsed),
    city: places.column("city", placesUsed),
    asn: uint32Column(picked(places.words(placesUsed), placesUsed.rows)),
    isp: places.column("isp", placesUsed),
    device: agents.column("device", agentsUsed),
    browser: agents.column("browser", agentsUsed),
    browser_version: agents.column("browserVersion", agentsUsed),
    os: agents.column("os", agentsUsed),
    os_version: agents.column("osVersion", agentsUsed),
    is_bot: boolColumn(unlike("", bots)),
    bot_reason: lowCardinalityColumn(bots),
    referrer: referrers.column("host", referrersUsed),
    utm_source: campaigns.column("source", campaignsUsed),
    utm_medium: campaigns.column("medium", campaignsUsed),
    utm_campaign: campaigns.column("campaign", campaignsUsed),
    utm_term: campaigns.column("term", campaignsUsed),
    utm_content: campaigns.column("content", campaignsUsed),
    flags: uint8Column(batch.flags),
  };
}

/** The way of asking decides first, then the user agent. */
function botReasons(batch: ClickBatch, reasons: readonly string[], agents: Used): Dictionary {
  const rows = Uint32Array.from(agents.rows);
  for (let i = 0; i < rows.length; i++) {
    const flags = batch.flags[i] ?? 0;
    if (flags !== 0 && flagReasons[flags] !== "") rows[i] = reasons.length + flags;
  }
  return dictionaryOf([...reasons, ...flagReasons], rows, (reason) => reason);
}

/** 1 for each row that has another value, else 0. */
function unlike(value: string, { values, indices }: Dictionary): Uint8Array {
  const number = values.indexOf(value);
  const out = new Uint8Array(indices.length);
  for (let i = 0; i < out.length; i++) out[i] = indices[i] === number ? 0 : 1;
  return out;
}

function picked(values: Uint32Array, rows: Uint32Array): Uint32Array {
  const out = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = values[rows[i] ?? 0] ?? 0;
  return out;
}
