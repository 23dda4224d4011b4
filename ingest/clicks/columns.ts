import { queryIn, visitedPathIn } from "@hoplog/schema/clicks/visitedPath.js";
import type { BatchLink, Visits } from "@hoplog/schema/topics/clickBatch/decode.js";
import { fromAgentKey, parseAgent } from "@hoplog/platform/visitor/agent.js";
import { wantedLanguages } from "@hoplog/platform/visitor/languages.js";
import { agentBotReason, botRulesVersion, flagBotReason } from "@hoplog/platform/visitor/botRules.js";
import { agentsOf } from "./agents.ts";
import { botReasonsByRow } from "./botReasons.ts";
import { limits } from "@hoplog/schema/limits.js";
import type { ClickBlock } from "../batch/block.ts";
import { quarterMs } from "@hoplog/schema/topics/clickBatch/requests.js";
import { picked } from "../batch/pick.ts";
import { sortClicks } from "../batch/sortClicks.ts";
import { idColumns, missIdColumns, requestIdColumns } from "../batch/ids.ts";
import { triggerOf } from "../campaigns/trigger.ts";
import { campaignOf } from "@hoplog/platform/visitor/campaign.js";
import { createTextCache, type BatchAttributes } from "../cache/textCache.ts";
import {
  dateTimeColumn,
  lowCardinalityColumn,
  plainColumn,
  stringColumn,
  type Dictionary,
  type NativeColumn,
} from "../native/columns.ts";
import { createPlaceCache } from "../places/placeCache.ts";
import type { Locator } from "@hoplog/platform/visitor/locator.js";
import { referrerHost } from "@hoplog/platform/visitor/referrerHost.js";
import type { RulesOf } from "../rules/rules.ts";
import type { Salts } from "../visitors/salts.ts";
import { agentDigest, type OwnersOf, ownersOfClicks, ownersOfMisses, visitorsOf } from "../visitors/visitors.ts";

/** Columns of one table by name. */
export type Columns = Readonly<Record<string, NativeColumn>>;

/**
 * Expensive steps whose results are cached across batches, because visitors and browsers repeat. Each text that a step
 * returns is named like the column that it belongs to.
 */
export type Enrichment = ReturnType<typeof createEnrichment>;

const maxTexts = 50_000;
const maxAddresses = 200_000;

export function createEnrichment(locator: Locator) {
  return {
    /**
     * Attributes of user agents by `agentKey`. The bot reason is empty for people. The words are a digest that
     * identifies the user agent.
     */
    agents: createTextCache(maxTexts, (key) => {
      const { userAgent, flags } = fromAgentKey(key);
      const { browserVersion, osVersion, ...agent } = parseAgent(userAgent, flags);
      return {
        texts: {
          user_agent: userAgent,
          ...agent,
          browser_version: browserVersion,
          os_version: osVersion,
          bot_reason: agentBotReason(userAgent),
        },
        words: agentDigest(userAgent),
      };
    }),
    referrers: createTextCache(maxTexts, (referrer) => ({ texts: { referrer: referrerHost(referrer) }, words: [] })),
    languages: createTextCache(maxTexts, (acceptLanguage) => ({
      texts: { languages: wantedLanguages(whole(acceptLanguage), limits.languagesMax).join(",") },
      words: [],
    })),
    // Campaigns by the recorded query, which includes the visited path.
    campaigns: createTextCache(maxTexts, (recorded) => {
      const query = queryIn(recorded);
      const { source, medium, campaign, term, content } = campaignOf(query);
      return {
        texts: {
          utm_source: source,
          utm_medium: medium,
          utm_campaign: campaign,
          utm_term: term,
          utm_content: content,
          trigger: triggerOf(query),
          visited_path: visitedPathIn(recorded),
        },
        words: [],
      };
    }),
    places: createPlaceCache(locator, maxAddresses),
  };
}

/**
 * Removes the last language if the redirector may have truncated the header, because a truncated tag may mean another
 * language.
 */
function whole(acceptLanguage: string): string {
  if (acceptLanguage.length < limits.acceptLanguageMax) return acceptLanguage;
  return acceptLanguage.slice(0, Math.max(0, acceptLanguage.lastIndexOf(",")));
}

type Campaigns = ReturnType<Enrichment["campaigns"]["find"]>;

/**
 * Builds the columns of the tables `clicks`, `misses` and `request_quarter`. `salts` must contain every day of the
 * block; throws a RangeError otherwise.
 */
export function columnsOf(block: ClickBlock, enrichment: Enrichment, salts: Salts, rules: RulesOf) {
  const means = { enrichment, salts, rules };
  return {
    request_quarter: requestColumns(block),
    clicks: clickColumns(sortClicks(block), means),
    misses: block.misses.size === 0 ? {} : missColumns(block, means),
  };
}

/** Inputs for building columns. */
interface Means {
  readonly enrichment: Enrichment;
  readonly salts: Salts;
  readonly rules: RulesOf;
}

function clickColumns(block: ClickBlock, means: Means): Columns {
  const { enrichment } = means;
  const campaigns = enrichment.campaigns.find(block.texts, block.query);
  return {
    ...idColumns(block),
    ...visitColumns(block, block, ownersOfClicks(block), means),
    ...campaigns.columns(...defaultsOf(campaigns)),
    ...linkColumns(clickedLink, block.links, block.link),
  };
}

/** Returns those of `trigger` and `visited_path` that have the default in every row, which ClickHouse fills in. */
function defaultsOf(campaigns: Campaigns): readonly ("trigger" | "visited_path")[] {
  const defaults = { trigger: "link", visited_path: "" } as const;
  return (["trigger", "visited_path"] as const).filter((name) =>
    campaigns.texts(name).every((text) => text === defaults[name]),
  );
}

function missColumns(block: ClickBlock, means: Means): Columns {
  const { misses, texts } = block;
  const rows = Uint32Array.from(misses.reasons, (_, i) => i);
  const known = Uint8Array.from(misses.path, (path) => (texts[path] === "" ? 0 : 1));
  const all = {
    ...missIdColumns(block),
    ...visitColumns(block, misses, ownersOfMisses(block), means, known),
    ...linkColumns(missedLink, [nowhere, ...block.links], misses.link),
    code: stringColumn(Array.from(misses.code, (code) => texts[code] ?? "")),
    host: lowCardinalityColumn(dictionaryOf(texts, misses.host)),
    path: stringColumn(Array.from(misses.path, (path) => texts[path] ?? "")),
    reason: lowCardinalityColumn(dictionaryOf(misses.reasons, rows)),
  };
  if (known.includes(1)) return all;
  const { at, code, reason, batch_id } = all;
  return { at, code, reason, batch_id };
}

function requestColumns(block: ClickBlock): Columns {
  const { requests, links } = block;
  const { link, quarter, clicks, misses, dropped, erased } = requests;
  const domains = Uint32Array.from([nowhere, ...links], ({ domain }) => domain);
  return {
    ...requestIdColumns(block),
    domain: plainColumn("UInt32", picked(domains, link)),
    quarter: plainColumn(
      "UInt32",
      quarter.map((number) => number * (quarterMs / 1000)),
    ),
    ...countColumns({ clicks, misses, dropped, erased }),
  };
}

/** Omits columns that are 0 in all rows, which ClickHouse fills in. */
function countColumns(counts: Readonly<Record<string, Uint32Array>>): Columns {
  const counted = Object.entries(counts).filter(([, rows]) => rows.some((count) => count !== 0));
  return Object.fromEntries(counted.map(([name, rows]) => [name, plainColumn("UInt32", rows)]));
}

const nowhere: Omit<BatchLink, "linkId" | "ownerId"> = { domain: 0, revision: 0, rule: 0, arm: 0 };

/** Builds the columns that clicks and misses share. Processes each distinct user agent, referrer and address once. */
function visitColumns(
  { base, texts }: ClickBlock,
  visits: Visits & { readonly query?: Uint32Array },
  owners: OwnersOf,
  { enrichment, salts, rules: rulesOf }: Means,
  known: Uint8Array | null = null,
) {
  const { keys, rows: agentRows } = agentsOf(texts, visits);
  const agents = enrichment.agents.find(keys, agentRows);
  const places = enrichment.places.find(visits.addresses);
  const visitors = visitorsOf(base, visits, owners, agents.words(), agents.rows, salts);
  const referrers = enrichment.referrers.find(texts, visits.referrer);
  const asn = picked(places.words(), places.rows);
  const judged = botReasonsByRow({ visits, texts, owners, rulesOf, agents, referrers, asn });
  const bots = botReasons(visits.flags, agents, judged, known);
  const rules = new Uint16Array(visits.size).fill(botRulesVersion);
  known?.forEach((isKnown, i) => {
    if (isKnown === 1) return;
    visitors.fill(0, 2 * i, 2 * i + 2);
    rules[i] = 0;
  });
  return {
    at: dateTimeColumn(base, visits.at),
    visitor: plainColumn("UInt64", visitors),
    ...places.columns(),
    asn: plainColumn("UInt32", asn),
    ...agents.columns("bot_reason"),
    is_bot: plainColumn("Bool", unlike("", bots)),
    bot_reason: lowCardinalityColumn(bots),
    bot_rules: plainColumn("UInt16", rules),
    ...referrers.columns(),
    ...enrichment.languages.find(texts, visits.languages).columns(),
    flags: plainColumn("UInt8", visits.flags),
  };
}

/** The columns of a link in each table. Clicks and misses of a block may refer to the same link. */
const clickedLink = ["domain", "revision", "rule", "arm"] as const;
const missedLink = ["domain", "revision"] as const;

/** Builds columns of the links that rows refer to; omits those that are 0 for all links, which ClickHouse fills in. */
function linkColumns(
  names: readonly (typeof clickedLink)[number][],
  links: readonly Omit<BatchLink, "linkId" | "ownerId">[],
  rows: Uint32Array,
): Columns {
  const columns: Record<string, NativeColumn> = {};
  for (const name of names) {
    if (links.every((link) => link[name] === 0)) continue;
    columns[name] = plainColumn(
      "UInt32",
      picked(
        Uint32Array.from(links, (link) => link[name]),
        rows,
      ),
    );
  }
  return columns;
}

/** Bot reasons for all values of a row's flags. */
const flagReasons = Array.from({ length: 256 }, (_, flags) => flagBotReason(flags));

/**
 * Combines bot reasons: the request flags have priority, then the workspace's rules, then the user agent. Empty for
 * visits with no known request data. `judged` has the reasons by row for visits whose workspace has rules.
 */
function botReasons(
  flagsOfRows: Uint8Array,
  agents: BatchAttributes<"bot_reason">,
  judged: ReadonlyMap<number, string>,
  known: Uint8Array | null,
): Dictionary {
  const reasons = agents.texts("bot_reason");
  const rows = Uint32Array.from(agents.rows);
  const own = [...new Set(judged.values())];
  const numbers = new Map(own.map((reason, i) => [reason, reasons.length + flagReasons.length + i]));
  for (const [row, reason] of judged) rows[row] = numbers.get(reason) ?? 0;
  for (let i = 0; i < rows.length; i++) {
    const flags = flagsOfRows[i] ?? 0;
    if (known?.[i] === 0) rows[i] = reasons.length;
    else if (flags !== 0 && flagReasons[flags] !== "") rows[i] = reasons.length + flags;
  }
  return dictionaryOf([...reasons, ...flagReasons, ...own], rows);
}

/** Builds a dictionary whose row `i` is `texts[rows[i]]`; equal texts are stored once. */
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

/** Returns 1 for each row with another value, else 0. */
function unlike(value: string, { values, indices }: Dictionary): Uint8Array {
  const number = values.indexOf(value);
  const out = new Uint8Array(indices.length);
  for (let i = 0; i < out.length; i++) out[i] = indices[i] === number ? 0 : 1;
  return out;
}
