import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { flagBotReason } from "../agents/botReason.ts";
import { campaignOf } from "../campaigns/utm.ts";
import {
  boolColumn,
  dateTimeColumn,
  lowCardinalityColumn,
  uint32Column,
  uint64Column,
  uint8Column,
  uuidColumn,
  type NativeColumn,
} from "../native/columns.ts";
import { referrerHost } from "../referrers/referrerHost.ts";
import type { Salts } from "../visitors/salts.ts";
import { dictionaryOf, usedBy } from "./dictionary.ts";
import type { Enrichment, KnownAgent } from "./enrichment.ts";
import { clickIds, idsOf } from "./ids.ts";
import { placesOf } from "./places.ts";
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
  const textOf = (item: number): string => batch.texts[item] ?? "";
  const used = {
    agents: usedBy(batch.userAgent, batch.texts.length),
    queries: usedBy(batch.query, batch.texts.length),
  };
  const agents = used.agents.items.map((item) => enrichment.agent(textOf(item)));
  const agent = (value: (agent: KnownAgent) => string) =>
    lowCardinalityColumn(dictionaryOf(agents, used.agents.rows, value));

  const referrers = usedBy(batch.referrer, batch.texts.length);
  const campaigns = used.queries.items.map((item) => campaignOf(textOf(item)));
  const campaign = (value: (campaign: (typeof campaigns)[number]) => string) =>
    lowCardinalityColumn(dictionaryOf(campaigns, used.queries.rows, value));

  const places = placesOf(batch, enrichment);
  const place = (value: (place: (typeof places.items)[number]["place"]) => string) =>
    lowCardinalityColumn(dictionaryOf(places.items, places.rows, (item) => value(item.place)));

  const bots = botReasons(batch, agents, used.agents.rows);

  return {
    owner_id: uuidColumn(
      idsOf(
        batch.links.map(({ ownerId }) => ownerId),
        batch.link,
      ),
    ),
    link_id: uuidColumn(
      idsOf(
        batch.links.map(({ linkId }) => linkId),
        batch.link,
      ),
    ),
    at: dateTimeColumn(batch.base, batch.at),
    click_id: uuidColumn(clickIds(batch.id, batch.size)),
    batch_id: uuidColumn(idsOf([batch.id], new Uint32Array(batch.size))),
    visitor: uint64Column(visitorsOf(batch, places, agents, used.agents.rows, salts)),
    country: place(({ country }) => country),
    region: place(({ region }) => region),
    city: place(({ city }) => city),
    asn: uint32Column(places.rows.map((row) => places.items[row]?.place.asn ?? 0)),
    isp: place(({ isp }) => isp),
    device: agent(({ device }) => device),
    browser: agent(({ browser }) => browser),
    browser_version: agent(({ browserVersion }) => browserVersion),
    os: agent(({ os }) => os),
    os_version: agent(({ osVersion }) => osVersion),
    is_bot: boolColumn(Uint8Array.from(bots.indices, (index) => (bots.values[index] === "" ? 0 : 1))),
    bot_reason: lowCardinalityColumn(bots),
    referrer: lowCardinalityColumn(dictionaryOf(referrers.items, referrers.rows, (item) => referrerHost(textOf(item)))),
    utm_source: campaign(({ source }) => source),
    utm_medium: campaign(({ medium }) => medium),
    utm_campaign: campaign((one) => one.campaign),
    utm_term: campaign(({ term }) => term),
    utm_content: campaign(({ content }) => content),
    flags: uint8Column(batch.flags),
  };
}

/** The way of asking decides first, then the user agent. */
function botReasons(batch: ClickBatch, agents: readonly KnownAgent[], agentRows: Uint32Array) {
  const reasons = [...agents.map(({ botReason }) => botReason), ...flagReasons];
  const rows = agentRows.map((agentRow, i) => {
    const flags = batch.flags[i] ?? 0;
    return flagReasons[flags] === "" ? agentRow : agents.length + flags;
  });
  return dictionaryOf(reasons, rows, (reason) => reason);
}
