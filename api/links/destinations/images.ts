import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import type { ClientBase } from "pg";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { type LinkRequests, fetchDestinationImage } from "./requests.ts";

export type ImageKind = "icon" | "picture";

const bytesMax: Readonly<Record<ImageKind, number>> = {
  icon: limits.destinationIconBytes,
  picture: limits.destinationPictureBytes,
};
export const imagesMax: Readonly<Record<ImageKind, number>> = {
  icon: limits.destinationIconsMax,
  picture: limits.destinationPicturesMax,
};

const dayMs = 24 * 60 * 60 * 1000;
/** Times (ms) until an image, or a missing image, is fetched again: the same icon may belong to a million links. */
const [keptMs, missingMs] = [30 * dayMs, dayMs];

interface KnownImage {
  readonly id: string;
  readonly isShown: boolean;
}

export interface ImageQuestion {
  readonly ownerId: string;
  readonly kind: ImageKind;
  /** Candidate URLs; the first one with an image is used. */
  readonly urls: readonly string[];
}

/** Result of an image search, to be stored with its destination. */
export interface FoundImage {
  /** Id of an image that is already stored. */
  readonly knownId: string | null;
  readonly fetched: readonly { readonly url: string; readonly type: string | null; readonly content: Buffer | null }[];
  /** The image's host has reached its rate limit; the image is requested again at the next check. */
  readonly isPostponed?: true;
}

/** Finds an image among the candidate URLs, without requesting those that were requested recently. */
export async function findImage(
  { reads }: Reads,
  requests: LinkRequests,
  { ownerId, kind, urls }: ImageQuestion,
): Promise<FoundImage> {
  const fetched: FoundImage["fetched"][number][] = [];
  for (const url of urls) {
    const known = await knownImage({ reads }, { ownerId, kind, url, now: requests.now() });
    if (known?.isShown) return { knownId: known.id, fetched };
    if (known) continue;
    const image = await fetchDestinationImage(requests, url, bytesMax[kind]);
    if (image === "later") return { knownId: null, fetched, isPostponed: true };
    fetched.push({ url, type: image?.type ?? null, content: image?.content ?? null });
    if (image) break;
  }
  return { knownId: null, fetched };
}

async function knownImage(
  { reads }: Reads,
  { ownerId, kind, url, now }: Pick<ImageQuestion, "ownerId" | "kind"> & { readonly url: string; readonly now: Date },
): Promise<KnownImage | undefined> {
  const [row] = await readRows<KnownImage>(
    reads,
    sql`SELECT id, type IS NOT NULL AS "isShown" FROM destination_image
     WHERE owner_id = ${ownerId} AND kind = ${kind} AND hashtextextended(url, 0) = hashtextextended(${url}, 0) AND url = ${url}
       AND fetched_at > CASE WHEN type IS NULL THEN ${new Date(now.getTime() - missingMs)}::timestamptz ELSE ${new Date(now.getTime() - keptMs)}::timestamptz END`,
  );
  return row;
}

/** Stores the fetched images, and returns the id of the image to show; null if there is none. */
export async function writeImage(
  client: ClientBase,
  { ownerId, kind }: Pick<ImageQuestion, "ownerId" | "kind">,
  { knownId, fetched }: FoundImage,
  { newId, now }: { readonly newId: () => string; readonly now: Date },
): Promise<string | null> {
  let shown = knownId;
  for (const { url, type, content } of fetched) {
    const { rows } = await client.query<{ id: string }>(
      sql`INSERT INTO destination_image (id, owner_id, kind, url, type, content, fetched_at)
        VALUES (${newId()}, ${ownerId}, ${kind}, ${url}, ${type}, ${content}, ${now})
       ON CONFLICT (owner_id, kind, hashtextextended(url, 0)) DO UPDATE
         SET url = excluded.url, type = excluded.type, content = excluded.content, fetched_at = excluded.fetched_at
       RETURNING id`,
    );
    if (type !== null) shown = rows[0]?.id ?? null;
  }
  return shown;
}

/** Deletes a workspace's oldest images beyond the maximum number. */
export async function forgetImages(client: ClientBase, ownerId: string, kind: ImageKind): Promise<void> {
  await client.query(
    sql`DELETE FROM destination_image WHERE id IN (
       SELECT id FROM destination_image WHERE owner_id = ${ownerId} AND kind = ${kind}
         ORDER BY fetched_at DESC OFFSET ${imagesMax[kind]})`,
  );
}

/** Deletes up to 1,000 unused images and old records of missing images, and returns their number. */
export async function forgetUnusedImages(client: ClientBase, now: Date): Promise<number> {
  const { rowCount } = await client.query(
    sql`DELETE FROM destination_image WHERE id IN (
       SELECT id FROM destination_image AS image WHERE (type IS NOT NULL OR fetched_at < ${new Date(now.getTime() - missingMs)})
         AND NOT EXISTS (SELECT FROM destination WHERE icon_id = image.id)
         AND NOT EXISTS (SELECT FROM destination WHERE picture_id = image.id) LIMIT 1000)`,
  );
  return rowCount ?? 0;
}
