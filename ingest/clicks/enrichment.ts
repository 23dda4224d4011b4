import { parseAgent } from "../agents/agent.ts";
import { agentBotReason } from "../agents/botReason.ts";
import { campaignOf } from "../campaigns/utm.ts";
import type { Locator } from "../places/locator.ts";
import { referrerHost } from "../referrers/referrerHost.ts";
import { agentDigest, digestWords } from "../visitors/visitorHash.ts";
import { createKnownTexts, type KnownTexts } from "./knownTexts.ts";
import { createKnownPlaces, type KnownPlaces } from "./places.ts";

const agentColumns = ["device", "browser", "browserVersion", "os", "osVersion", "botReason"] as const;
const campaignColumns = ["source", "medium", "campaign", "term", "content"] as const;

/** The steps that cost time, remembered across batches: visitors and browsers repeat. */
export interface Enrichment {
  /** The bot reason is empty for people. The words are the digest that tells user agents apart. */
  readonly agents: KnownTexts<(typeof agentColumns)[number]>;
  readonly referrers: KnownTexts<"host">;
  readonly campaigns: KnownTexts<(typeof campaignColumns)[number]>;
  readonly places: KnownPlaces;
}

const textsKept = 50_000;
const addressesKept = 200_000;

export function createEnrichment(locator: Locator): Enrichment {
  return {
    agents: createKnownTexts({ columns: agentColumns, wordsAnItem: digestWords, most: textsKept }, (userAgent) => ({
      texts: { ...parseAgent(userAgent), botReason: agentBotReason(userAgent) },
      words: agentDigest(userAgent),
    })),
    referrers: createKnownTexts({ columns: ["host"], wordsAnItem: 0, most: textsKept }, (referrer) => ({
      texts: { host: referrerHost(referrer) },
      words: [],
    })),
    campaigns: createKnownTexts({ columns: campaignColumns, wordsAnItem: 0, most: textsKept }, (query) => ({
      texts: campaignOf(query),
      words: [],
    })),
    places: createKnownPlaces(locator, addressesKept),
  };
}
