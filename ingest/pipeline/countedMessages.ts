import { clicksCountedMessage, type LinksOfOwner } from "@hoplog/schema/bus/clicksCounted.js";
import { type LinkIds, ownersOf } from "../clicks/ids.ts";

/** Keeps one message at some 500 kB at most. */
const linksAMessage = 20_000;

/** The messages that tell of all of a batch's links. */
export function* countedMessages(batchId: string, links: readonly LinkIds[]): Generator<string> {
  if (links.length > 0 && links.length <= linksAMessage) yield clicksCountedMessage(batchId, byOwner(links));
  else
    for (let from = 0; from < links.length; from += linksAMessage) {
      yield clicksCountedMessage(batchId, byOwner(links.slice(from, from + linksAMessage)));
    }
}

function byOwner(links: readonly LinkIds[]): LinksOfOwner[] {
  const { ids, ofLink } = ownersOf(links);
  const owners = ids.map((ownerId) => ({ ownerId, linkIds: new Array<Uint8Array>() }));
  for (const [i, { linkId }] of links.entries()) owners[ofLink[i] ?? 0]?.linkIds.push(linkId);
  return owners;
}
