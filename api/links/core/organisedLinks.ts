import { batchWhileBusy } from "@hoplog/platform/coalescing/batchWhileBusy.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import {
  type DestinationImages,
  destinationJson,
  isDestinationOfLink,
  type KnownDestination,
  type ShownDestination,
  shownDestination,
} from "./destinationOfLink.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { execute } from "../../kernel/database/statements.ts";

/** The tags, favourite mark and destination of a link, as in REST. */
export interface OrganisedLink {
  readonly id: string;
  /** Names, sorted. */
  readonly tags: readonly string[];
  /** Whether the link is a favourite of the caller. */
  readonly isFavourite: boolean;
  /** Null until the destination was first requested. */
  readonly destination: ShownDestination | null;
}

/** Reads of the tags, favourites and destinations of links for REST. */
export interface OrganisedLinks {
  /** Reads links by id. Does not check permissions: callers must have done so. */
  readonly organisedLinks: (userId: string, linkIds: readonly string[]) => Promise<ReadonlyMap<string, OrganisedLink>>;
}

interface Row extends Omit<OrganisedLink, "destination"> {
  readonly userId: string;
  readonly destination: KnownDestination | null;
}

interface Question {
  readonly userId: string;
  readonly linkIds: readonly string[];
}

/** The same limit as for reads of links, because full links in REST need both. */
const maxConcurrent = 4;

/**
 * Returns a function that batches concurrent calls, also for different users, into one query, because each REST
 * response with full links calls it.
 */
export function readOrganisedLinks({
  reads,
  destinationImages,
}: Reads & DestinationImages): OrganisedLinks["organisedLinks"] {
  const read = batchWhileBusy<Question, ReadonlyMap<string, ReadonlyMap<string, OrganisedLink>>>(
    async (questions) => {
      const wanted = Map.groupBy(questions, ({ userId }) => userId);
      const pairs = [...wanted].flatMap(([userId, asked]) =>
        [...new Set(asked.flatMap(({ linkIds }) => linkIds))].map((linkId) => ({ userId, linkId })),
      );
      const rows = await readRows<Row>(
        reads,
        sql`SELECT user_id AS "userId", id,
           array(SELECT name FROM link_tag JOIN tag ON tag.id = tag_id WHERE link_id = asked.id ORDER BY key) AS tags,
           EXISTS (SELECT FROM link_favourite AS one WHERE one.user_id = asked.user_id AND link_id = asked.id) AS "isFavourite",
           (SELECT ${destinationJson} FROM link JOIN destination AS one ON ${isDestinationOfLink}
            WHERE link.id = asked.id AND checked_at IS NOT NULL) AS destination
         FROM unnest(${pairs.map(({ userId }) => userId)}::uuid[],
           ${pairs.map(({ linkId }) => linkId)}::uuid[]) AS asked (user_id, id)`,
      );
      const found = new Map<string, Map<string, OrganisedLink>>();
      for (const { userId, destination: kept, ...link } of rows) {
        const destination = kept && shownDestination({ destinationImages }, kept);
        const known = found.get(userId) ?? new Map<string, OrganisedLink>();
        found.set(userId, known.set(link.id, { ...link, destination }));
      }
      return found;
    },
    maxConcurrent,
    true,
  );
  return async (userId, linkIds) => {
    if (linkIds.length === 0) return new Map();
    return (await read({ userId, linkIds })).get(userId) ?? new Map();
  };
}

/** Adds a link to the favourites of one user, or removes it. */
export async function writeFavourite(tx: Transaction, linkId: string, userId: string, isOne: boolean): Promise<void> {
  await execute(
    tx,
    isOne
      ? sql`INSERT INTO link_favourite (link_id, user_id) VALUES (${linkId}, ${userId}) ON CONFLICT DO NOTHING`
      : sql`DELETE FROM link_favourite WHERE link_id = ${linkId} AND user_id = ${userId}`,
  );
}

/** Returns which of the given links are a user's favourites. */
export async function favouritesAmong(
  { reads }: Reads,
  userId: string,
  linkIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (linkIds.length === 0) return new Set();

  const rows = await readRows<{ id: string }>(
    reads,
    sql`SELECT link_id AS id FROM link_favourite WHERE user_id = ${userId} AND link_id = ANY (${[...linkIds]}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
