import { agentBotReason } from "../agents/botReason.ts";
import { parseAgent, type Agent } from "../agents/agent.ts";
import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import { addressKey } from "../places/address.ts";
import type { Locator, Place } from "../places/locator.ts";
import { agentDigest } from "../visitors/visitorHash.ts";

export interface KnownAgent extends Agent {
  /** Empty for people. */
  readonly botReason: string;
  readonly digest: Uint8Array;
}

/** The steps that cost time, remembered across batches: visitors and browsers repeat. */
export interface Enrichment {
  agent(userAgent: string): KnownAgent;
  place(addresses: Buffer, at: number): Place;
}

const agentsKept = 50_000;
const placesKept = 200_000;

export function createEnrichment(locator: Locator): Enrichment {
  const agents = createBoundedCache<string, KnownAgent>(agentsKept);
  const places = createBoundedCache<number | string, Place>(placesKept);
  const makeAgent = (userAgent: string): KnownAgent => ({
    ...parseAgent(userAgent),
    botReason: agentBotReason(userAgent),
    digest: agentDigest(userAgent),
  });
  return {
    agent: (userAgent) => agents.get(userAgent, makeAgent),
    place: (addresses, at) => places.get(addressKey(addresses, at), () => locator.locate(addresses, at)),
  };
}
