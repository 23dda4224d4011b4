import type { Bus } from "@hoplog/platform/bus/port.js";
import { missesCountedChannel, missesCountedMessage } from "@hoplog/schema/bus/missesCounted.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { ClickBlock } from "../batch/block.ts";
import { idKey } from "../batch/ids.ts";

/** Maximum owners and maximum domains per message; 20,000 owners are about 400 kB. */
const ownersAMessage = 20_000;

/** Publishes the accounts and domains whose misses were counted. */
export async function publishMisses(bus: Bus, block: ClickBlock): Promise<void> {
  if (block.misses.size === 0) return;
  const { ownerIds, domains } = ownersOfMisses(block);
  for (let from = 0; from === 0 || from < Math.max(ownerIds.length, domains.length); from += ownersAMessage) {
    const to = from + ownersAMessage;
    await bus.publish(missesCountedChannel, missesCountedMessage(ownerIds.slice(from, to), domains.slice(from, to)));
  }
}

const nobody = idKey(Buffer.alloc(16));

/** Returns the owners of the visited links, and the domains of visits without a link, each once. */
export function ownersOfMisses({ links, misses }: ClickBlock): { ownerIds: Uint8Array[]; domains: number[] } {
  const ownerIds = new Map<string, Uint8Array>();
  const domains = new Set<number>();
  for (const number of new Set(misses.link)) {
    const link = number === 0 ? undefined : links[number - 1];
    const key = link ? idKey(link.ownerId) : nobody;
    if (link && key !== nobody) ownerIds.set(key, link.ownerId);
    else domains.add(link?.domain ?? defaultDomain);
  }
  return { ownerIds: [...ownerIds.values()], domains: [...domains] };
}
