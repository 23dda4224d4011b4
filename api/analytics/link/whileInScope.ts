import { HoplogError } from "@hoplog/schema/errors.js";
import type { Actor } from "../../kernel/calls/actor.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import { getLink } from "../../links/core/queries.ts";

/**
 * Opens a stream for a link. For a credential restricted to some links, the stream ends at the first event after the
 * link stopped being one of them, because commands that move links do not notify streams. Throws NOT_FOUND_ERROR,
 * AUTHORIZATION_ERROR.
 */
export async function whileInScope<T>(
  services: LinksById,
  actor: Actor,
  linkId: string,
  open: (ownerId: string, id: string) => AsyncIterable<T>,
): Promise<AsyncIterable<T>> {
  const { ownerId, id } = await getLink(services, actor, linkId, "stats:read");
  const events = open(ownerId, id);
  if (!actor.within) return events;
  const inner = events[Symbol.asyncIterator]();
  const end = async (): Promise<IteratorResult<T>> => {
    await inner.return?.();
    return { done: true, value: undefined };
  };
  // Does not return a generator, because a generator cannot be ended while it waits for an event.
  const iterator: AsyncIterableIterator<T> = {
    async next() {
      const result = await inner.next();
      if (result.done) return result;
      try {
        await getLink(services, actor, id, "stats:read");
      } catch (error) {
        if (error instanceof HoplogError) return end();
        throw error;
      }
      return result;
    },
    return: end,
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
