import { z } from "zod";
import type { LinkRecord } from "./record.ts";

/**
 * The value of a `links.v1` record, for redirectors of the release before: what a redirect needs to know about one code
 * of the default domain, which is the record's key. A tombstone (null) says that the code leads nowhere.
 */
export const linkRecordV1Schema = z.object({
  linkId: z.uuid(),
  ownerId: z.uuid(),
  revision: z.int().nonnegative(),
  url: z.string(),
  active: z.boolean(),
});

export type LinkRecordV1 = z.infer<typeof linkRecordV1Schema>;

/** A link with more than a URL counts as switched off: whoever reads only this would send visitors past its plan. */
export function encodeLinkRecordV1(record: LinkRecord): Uint8Array {
  const { linkId, ownerId, revision, url, state } = record;
  const active = state === "active";
  return Buffer.from(JSON.stringify({ linkId, ownerId, revision, url, active } satisfies LinkRecordV1));
}

/** Throws a SyntaxError or ZodError for bytes that are no link record. */
export function decodeLinkRecordV1(value: Uint8Array): LinkRecordV1 {
  return linkRecordV1Schema.parse(JSON.parse(Buffer.from(value).toString("utf8")));
}
