import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { instant } from "../../kernel/contract/answerPieces.ts";
import { part } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";

// Reads the stored results of requests to links' destinations. The module that requests destinations depends on links,
// not vice versa.

const problem = enumeration("DestinationProblem", "Reason why the destination of a link is unavailable to visitors", {
  notFound: "The server responded with 404 or 410",
  hostNotFound: "The host name does not exist in DNS",
  connectionRefused: "The host refused the connection",
  certificateInvalid: "The TLS certificate is not valid",
  serverError: "The server responded with an error (5xx)",
  noAnswer: "The server did not respond in time, or closed the connection",
  tooManyRedirects: "The URL redirects too many times",
});
export type DestinationProblem = z.output<typeof problem>;

const imageUrl = z
  .string()
  .nullable()
  .describe(
    "Path of an image on this API, which works for about a day without authentication; null if there is no image",
  );

/** A destination in REST and GraphQL. */
export const destination = part(
  "Destination",
  "Metadata and availability of a destination page, from its last check",
  {
    title: z.string().nullable().describe("Title of the page"),
    description: z.string().nullable().describe("Description from the metadata of the page"),
    iconUrl: imageUrl,
    pictureUrl: imageUrl,
    problem: problem.nullable().describe("Problem found by the last check; null if there was none"),
    checkedAt: instant.nullable().describe("Time of the last check; null if the page has not been checked"),
    deadSince: instant
      .nullable()
      .describe(
        "Time since which the destination has been unreachable; null while it is reachable or if that is unknown",
      ),
  },
  { title: { text: 2 }, description: { text: 4 }, iconUrl: { text: 2 }, pictureUrl: { text: 2 } },
);

/** A destination as stored. */
export interface KnownDestination {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly iconId: string | null;
  readonly pictureId: string | null;
  /** Time of the last check; null until the destination was first requested. */
  readonly checkedAt: Date | string | null;
  readonly problem: DestinationProblem | null;
  /** Time since which visitors can't reach the destination; null if they can, or if the time is unknown. */
  readonly deadSince: Date | string | null;
}

/** Builds URLs of destination images; responses contain such URLs only for the owner. */
export interface DestinationImages {
  readonly destinationImages: { addressOf(imageId: string): string };
}

/** A destination as shown to callers, with URLs of its images. */
export interface ShownDestination extends Pick<KnownDestination, "title" | "description" | "problem"> {
  readonly iconUrl: string | null;
  readonly pictureUrl: string | null;
  readonly checkedAt: Date | null;
  readonly deadSince: Date | null;
}

export function shownDestination(
  { destinationImages }: DestinationImages,
  { title, description, problem, iconId, pictureId, checkedAt, deadSince }: KnownDestination,
): ShownDestination {
  const [icon, picture] = [iconId, pictureId].map((id) => id && destinationImages.addressOf(id));
  return {
    title,
    description,
    problem,
    iconUrl: icon ?? null,
    pictureUrl: picture ?? null,
    checkedAt: checkedAt === null ? null : new Date(checkedAt),
    deadSince: deadSince === null ? null : new Date(deadSince),
  };
}

/** SQL join condition between a row of `link` and its destination, aliased `one`. */
export const isDestinationOfLink = sql`one.owner_id = link.owner_id
  AND hashtextextended(one.url, 0) = hashtextextended(link.original_url, 0) AND one.url = link.original_url`;

/** SQL for the destination aliased `one`, as JSON. */
export const destinationJson = sql`json_build_object('url', one.url, 'title', title, 'description', description, 'iconId',
  icon_id,
  'pictureId', picture_id, 'checkedAt', checked_at, 'problem', problem, 'deadSince', dead_since)`;

/** Returns the destinations of a workspace's links by URL; those that were never requested are missing. */
export async function destinationsByUrl(
  { reads }: Reads,
  ownerId: string,
  urls: readonly string[],
): Promise<ReadonlyMap<string, KnownDestination>> {
  // No stored URL contains NUL, which Postgres can't store.
  const wanted = [...new Set(urls)].filter((url) => !url.includes("\0"));
  const rows = await readRows<KnownDestination>(
    reads,
    sql`SELECT one.url, title, description, icon_id AS "iconId", picture_id AS "pictureId", checked_at AS "checkedAt", problem,
       dead_since AS "deadSince"
     FROM unnest(${wanted}::text[]) AS wanted (url) JOIN destination AS one
       ON owner_id = ${ownerId} AND hashtextextended(one.url, 0) = hashtextextended(wanted.url, 0) AND one.url = wanted.url
     WHERE checked_at IS NOT NULL`,
  );
  return new Map(rows.map((row) => [row.url, row]));
}
