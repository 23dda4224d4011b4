import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import { agentKey, fromAgentKey, parseAgent } from "@hoplog/platform/visitor/agent.js";
import { agentBotReason } from "@hoplog/platform/visitor/botRules.js";
import { campaignOf } from "@hoplog/platform/visitor/campaign.js";
import type { FindNetwork, FindPlace } from "@hoplog/platform/visitor/locator.js";
import { referrerHost } from "@hoplog/platform/visitor/referrerHost.js";
import { botReasonOf, type CompiledRules } from "@hoplog/platform/visitor/workspaceRules.js";
import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { uuidText } from "@hoplog/schema/uuid.js";

/** Lookups about visitors. */
export interface Lookups {
  readonly placeOf: FindPlace;
  /** Looks up the network of an address; null if no rule uses networks. */
  readonly networkOf: FindNetwork | null;
}

/** A clicked link in messages. */
export interface ClickedLink {
  readonly id: string;
  readonly groupId: string | null;
  /** The link as shown in messages, which includes the code and, except for the default domain, the domain's name. */
  readonly shown: object;
}

const remembered = 20_000;

/**
 * Creates the function that reads the clicks' data for messages: classified as by ingest, without address and visitor.
 */
export function createClickFacts() {
  const agents = createBoundedCache<string, ReturnType<typeof readAgent>>(remembered);
  const campaigns = createBoundedCache<string, object>(remembered);

  return (
    { placeOf, networkOf }: Lookups,
    batch: ClickBatch,
    row: number,
    { id, shown }: ClickedLink,
    rules: CompiledRules | null,
  ): object => {
    const text = (column: Uint32Array) => batch.texts[column[row] ?? 0] ?? "";
    const [userAgent, query] = [text(batch.userAgent), text(batch.query)];
    const flags = batch.flags[row] ?? 0;
    const { agentReason, ...agent } = agents.get(agentKey(userAgent, flags), readAgent);
    const referrer = referrerHost(text(batch.referrer));
    const address = row * 16;
    const botReason = botReasonOf(
      {
        flags,
        userAgent,
        agentReason,
        asn: networkOf?.(batch.addresses, address).asn ?? 0,
        referrer,
        ownVisit: rules?.ownVisit(batch.addresses, address, query) ?? "",
      },
      rules,
    );
    const { rule = 0, arm = 0 } = batch.links[batch.link[row] ?? 0] ?? {};
    return {
      _id: uuidText(batch.ids.subarray(row * 16, row * 16 + 16)),
      timestamp: new Date(batch.base + (batch.at[row] ?? 0)).toISOString(),
      linkId: id,
      ...shown,
      ...placeFacts(placeOf(batch.addresses, address)),
      ...agent,
      referrer,
      utm: campaigns.get(query, campaignOf),
      isBot: botReason !== "",
      botReason,
      ...(rule !== 0 && { rule }),
      ...(arm !== 0 && { arm }),
    };
  };
}

function placeFacts({ country: countryCode, region: regionName, city }: ReturnType<FindPlace>) {
  return { countryCode, regionName, city };
}

function readAgent(key: string) {
  const { userAgent, flags } = fromAgentKey(key);
  const { device, browser, browserVersion, os: operatingSystem } = parseAgent(userAgent, flags);
  return { device, browser, browserVersion, operatingSystem, agentReason: agentBotReason(userAgent) };
}
