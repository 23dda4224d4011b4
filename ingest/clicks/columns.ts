import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { parseAgent } from "@hoplog/platform/visitor/agent.js";
import { agentBotReason, flagBotReason } from "@hoplog/platform/visitor/botRules.js";
import { batchIdColumn, idColumns } from "../batch/ids.ts";
import { campaignOf } from "../campaigns/utm.ts";
import { createTextCache, type BatchAttributes, type TextCache } from "../cache/textCache.ts";
import {
  dateTimeColumn,
  lowCardinalityColumn,
  plainColumn,
  stringColumn,
  type Dictionary,
  type NativeColumn,
} from "../native/columns.ts";
import { createPlaceCache, type PlaceCache } from "../places/placeCache.ts";
import type { Locator } from "../places/locator.ts";
import { referrerHost } from "../referrers/referrerHost.ts";
import type { Salts } from "../visitors/salts.ts";
import { agentDigest, digestWords, visitorsOf } from "../visitors/visitors.ts";

/** Columns of one table by their names. */
export type Columns = Readonly<Record<string, NativeColumn>>;

const agentNames = ["device", "browser", "browser_version", "os", "os_version"] as const;
const campaignNames = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

/** The steps that cost time, cached across batches: visitors and browsers repeat. */
export interface Enrichment {
  /** The bot reason is empty for people. The words are the digest that distinguishes user agents. */
  readonly agents: TextCache<(typeof agentNames)[number] | "bot_reason">;
  readonly referrers: TextCache<"referrer">;
  readonly campaigns: TextCache<(typeof campaignNames)[number]>;
  readonly places: PlaceCache;
}

const maxTexts = 50_000;
const maxAddresses = 200_000;

export function createEnrichment(locator: Locator): Enrichment {
  return {
    agents: createTextCache(
      { names: [...agentNames, "bot_reason"], wordsPerItem: digestWords, max: maxTexts },
      (userAgent) => {
        const { device, browser, browserVersion, os, osVersion } = parseAgent(userAgent);
        const bot_reason = agentBotReason(userAgent);
        return {
          texts: { device, browser, browser_version: browserVersion, os, os_version: osVersion, bot_reason },
          words: agentDigest(userAgent),
        };
      },
    ),
    referrers: createTextCache({ names: ["referrer"], wordsPerItem: 0, max: maxTexts }, (referrer) => ({
      texts: { referrer: referrerHost(referrer) },
      words: [],
    })),
    campaigns: createTextCache({ names: campaignNames, wordsPerItem: 0, max: maxTexts }, (query) => {
      const { source, medium, campaign, term, content } = campaignOf(query);
      return {
        texts: {
          utm_source: source,
          utm_medium: medium,
          utm_campaign: campaign,
          utm_term: term,
          utm_content: content,
        },
        words: [],
      };
    }),
    places: createPlaceCache(locator, maxAddresses),
  };
}

/** Those of the tables `clicks` and `misses`. `salts` must have every day of the batch; throws a RangeError otherwise. */
export function columnsOf(batch: ClickBatch, enrichment: Enrichment, salts: Salts) {
  return { clicks: clickColumns(batch, enrichment, salts), misses: missColumns(batch) };
}

/** Every distinct user agent, referrer, query and address is looked at once. */
function clickColumns(batch: ClickBatch, enrichment: Enrichment, salts: Salts): Columns {
  const agents = enrichment.agents.find(batch.texts, batch.userAgent);
  const referrers = enrichment.referrers.find(batch.texts, batch.referrer);
  const campaigns = enrichment.campaigns.find(batch.texts, batch.query);
  const places = enrichment.places.find(batch.addresses);
  const bots = botReasons(batch, agents);
  return {
    ...idColumns(batch),
    at: dateTimeColumn(batch.base, batch.at),
    visitor: plainColumn("UInt64", visitorsOf(batch, agents.words(), agents.rows, salts)),
    ...places.columns("country", "region", "city", "isp"),
    asn: plainColumn("UInt32", picked(places.words(), places.rows)),
    ...agents.columns(...agentNames),
    is_bot: plainColumn("Bool", unlike("", bots)),
    bot_reason: lowCardinalityColumn(bots),
    ...referrers.columns("referrer"),
    ...campaigns.columns(...campaignNames),
    flags: plainColumn("UInt8", batch.flags),
  };
}

function missColumns({ id, base, misses }: ClickBatch): Columns {
  const rows = Uint32Array.from(misses, (_, i) => i);
  const offsets = Uint32Array.from(misses, ({ at }) => at - base);
  const reasons = misses.map(({ reason }) => reason);
  return {
    at: dateTimeColumn(base, offsets),
    code: stringColumn(misses.map(({ code }) => code)),
    reason: lowCardinalityColumn(dictionaryOf(reasons, rows)),
    batch_id: batchIdColumn(id, misses.length),
  };
}

/** All kinds of requests that a row's flags can say. */
const flagReasons = Array.from({ length: 256 }, (_, flags) => flagBotReason(flags));

/** The kind of request decides first, then the user agent. */
function botReasons(batch: ClickBatch, agents: BatchAttributes<"bot_reason">): Dictionary {
  const reasons = agents.texts("bot_reason");
  const rows = Uint32Array.from(agents.rows);
  for (let i = 0; i < rows.length; i++) {
    const flags = batch.flags[i] ?? 0;
    if (flags !== 0 && flagReasons[flags] !== "") rows[i] = reasons.length + flags;
  }
  return dictionaryOf([...reasons, ...flagReasons], rows);
}

/** A column whose row `i` is `texts[rows[i]]`; equal texts stand once. */
function dictionaryOf(texts: readonly string[], rows: Uint32Array): Dictionary {
  const numbers = new Map<string, number>();
  const values: string[] = [];
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, values.length);
    return values.push(text) - 1;
  };
  return { values, indices: picked(Uint32Array.from(texts, numberOf), rows) };
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
