import { z } from "zod";

/**
 * The value of a `links.v1` record: what a redirect needs to know about one code, which is the record's key. A
 * tombstone (null) says that the code leads nowhere. `ownerId` goes along so that a click is complete when recorded.
 */
export const linkRecordSchema = z.object({
  linkId: z.uuid(),
  ownerId: z.uuid(),
  /** Version of the link's stream that this state comes from. */
  revision: z.int().nonnegative(),
  url: z.string(),
  active: z.boolean(),
});

export type LinkRecord = z.infer<typeof linkRecordSchema>;

export function encodeLinkRecord(record: LinkRecord): Uint8Array {
  return Buffer.from(JSON.stringify(record));
}

/** Throws a SyntaxError or ZodError for bytes that are no link record. */
export function decodeLinkRecord(value: Uint8Array): LinkRecord {
  return linkRecordSchema.parse(JSON.parse(Buffer.from(value).toString("utf8")));
}
