import { sql } from "@hoplog/platform/postgres/sql.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import type { ClientBase } from "pg";
import type { Counter } from "prom-client";
import type { Principal } from "../../../kernel/access/authorize.ts";
import { permissionsOf } from "../../../kernel/access/permissions.ts";
import type { Blocklist } from "../blocklist/liveBlocklist.ts";
import type { Clock, Ids } from "../../../kernel/calls/capabilities.ts";
import { execute } from "../../../kernel/database/statements.ts";
import type { CommandOrigin } from "../../../kernel/eventstore/audit.ts";
import type { Events } from "../../../kernel/eventstore/eventStore.ts";
import { type LinkCommand, links as linkAggregate } from "../../core/decide.ts";
import type { Listing } from "../../core/link.ts";
import { expectVerdictsAgain, forgetChecks } from "./linkChecks.ts";
import { isSameListing, listingOf } from "./listingOf.ts";
import type { MarkableLink } from "./markableLinks.ts";
import { readVerdicts, type Verdicts } from "./verdicts.ts";

/** The dependencies of marking. */
export interface Marking extends Events, Clock, Ids, Blocklist {
  /** Time for which an expired verdict counts while the checker is unavailable (ms); 0 without a checker. */
  readonly graceMs: number;
  readonly changes: Counter<"change">;
}

const system: Principal = {
  userId: null,
  workspaceId: null,
  role: "system",
  permissions: permissionsOf("system"),
};

/**
 * Compares links with the current blocklist and the checker's verdicts, and lists or unlists them. `checked` are links
 * that were just checked. Idempotent.
 */
export async function markLinks(
  marking: Marking,
  client: ClientBase,
  links: readonly MarkableLink[],
  checked: readonly string[] = [],
): Promise<void> {
  const { matcher } = marking.blocklist.current();
  const urls = [...new Set(links.flatMap((link) => link.urls))];
  const threats = await readVerdicts(client, urls, { threatsOnly: true, graceMs: marking.graceMs });
  for (const link of links) {
    const listing = listingOf(link, matcher, (url) => threats.get(url)?.threat ?? null);
    if (!isSameListing(listing, link.listing)) await change(marking, link, listing);
  }
  const expiring = links.flatMap((link) => firstExpiry(link, threats));
  await forgetChecks(client, checked);
  await expectVerdictsAgain(client, expiring);
}

async function change(
  marking: Marking,
  { id: linkId, ownerId, listing: before }: MarkableLink,
  listing: Listing | null,
) {
  const { eventStore, now, newId, changes } = marking;
  const known = { linkId, by: system, at: now().toISOString() };
  const command: LinkCommand = listing ? { type: "ListLink", ...known, listing } : { type: "UnlistLink", ...known };
  const meta = { userId: null, via: "system", commandId: newId(), credential: { kind: "system" } } as const;
  const origin: CommandOrigin = { meta, address: null };
  try {
    const events = await eventStore.unitOfWork(async (tx) => {
      const written = await eventStore.execute(tx, linkAggregate, linkId, command, origin);
      if (written.length > 0 && listing && !before) {
        await execute(
          tx,
          sql`INSERT INTO listing_notice (link_id, owner_id, at) VALUES (${linkId}, ${ownerId}, ${now()})
            ON CONFLICT (link_id) DO NOTHING`,
        );
      }
      return written;
    });
    if (events.length > 0) changes.inc({ change: listing ? `listed by ${listing.source}` : "unlisted" });
  } catch (error) {
    // The link was deleted in the meantime.
    if (!(error instanceof HoplogError && error.type === "NOT_FOUND_ERROR")) throw error;
  }
}

function firstExpiry({ id, urls }: MarkableLink, threats: Verdicts): { linkId: string; dueAt: Date }[] {
  const times = urls.flatMap((url) => threats.get(url)?.expiresAt.getTime() ?? []);
  return times.length === 0 ? [] : [{ linkId: id, dueAt: new Date(Math.min(...times)) }];
}
