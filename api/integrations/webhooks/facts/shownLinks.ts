import type { ClientBase } from "pg";
import type { ShortUrl } from "../../../kernel/calls/capabilities.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import { changeableFacts } from "./linkFacts.ts";
import { createNames } from "./names.ts";
import { knownLinks } from "./readLinks.ts";

/** A link in messages. */
export interface ShownLink {
  readonly ownerId: string;
  readonly groupId: string | null;
  readonly shown: object;
}

/** Reads links in their current state, by id, without deleted ones. */
export async function shownLinks(
  services: Reads & ShortUrl,
  client: ClientBase,
  ids: readonly string[],
): Promise<Map<string, ShownLink>> {
  const names = createNames(services);
  const shown = new Map<string, ShownLink>();
  for (const [id, link] of await knownLinks(client, [...new Set(ids)])) {
    const { ownerId, groupId, createdAt, updatedAt } = link;
    const facts = changeableFacts(services, link, await names(ownerId, [link]));
    const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    shown.set(id, { ownerId, groupId, shown: { _id: id, ...facts, ...times } });
  }
  return shown;
}
