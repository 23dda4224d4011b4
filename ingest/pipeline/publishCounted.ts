import type { Bus } from "@hoplog/platform/bus/port.js";
import { clicksCountedChannel, clicksCountedMessage, type LinksOfOwner } from "@hoplog/schema/bus/clicksCounted.js";
import type { ClickBlock } from "../batch/block.ts";
import { idsOf, type LinkIds } from "../batch/ids.ts";
import { createNumbering, idHash, isSameId } from "../batch/numbering.ts";

/** Publishes the links whose counts have changed. */
export async function publishCounted(bus: Bus, block: ClickBlock): Promise<void> {
  if (block.size === 0) return;
  for (const message of countedMessages(block.batchIds, clickedLinks(block))) {
    await bus.publish(clicksCountedChannel, message);
  }
}

/**
 * Returns each clicked link once; a block may also contain links with only misses, and one link in several revisions.
 */
function clickedLinks({ links, link }: ClickBlock): readonly LinkIds[] {
  const clicked = new Uint8Array(links.length);
  for (const number of link) clicked[number] = 1;
  const once = createNumbering<LinkIds>(
    ({ linkId }) => idHash(linkId),
    (a, b) => isSameId(a.linkId, b.linkId),
  );
  for (const [number, one] of links.entries()) if (clicked[number] === 1) once.numberOf(one);
  return once.all;
}

/** Maximum links per message, about 500 kB. */
const linksAMessage = 20_000;

/** Yields messages that contain all of these links. */
export function* countedMessages(batchIds: Uint8Array, links: readonly LinkIds[]): Generator<string> {
  for (let from = 0; from < links.length; from += linksAMessage) {
    yield clicksCountedMessage(batchIds, byOwner(links.slice(from, from + linksAMessage)));
  }
}

function byOwner(links: readonly LinkIds[]): LinksOfOwner[] {
  const { owners, ownerOf } = idsOf(links);
  const all = Array.from({ length: owners.length / 16 }, (_, i) => ({
    ownerId: owners.subarray(i * 16, i * 16 + 16),
    linkIds: new Array<Uint8Array>(),
  }));
  for (const [i, { linkId }] of links.entries()) all[ownerOf[i] ?? 0]?.linkIds.push(linkId);
  return all;
}
