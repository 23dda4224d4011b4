import { z } from "zod";

/**
 * Who caused an event, by what way in. `userId` is null for what the system does itself. The events of one command share
 * its `commandId`; those of releases before it have none.
 */
export const eventMetaSchema = z.object({
  userId: z.uuid().nullable(),
  via: z.enum(["graphql", "rest", "system", "demo"]),
  commandId: z.uuid().optional(),
});

export type EventMeta = z.infer<typeof eventMetaSchema>;

/** ISO 8601 in UTC with milliseconds, as `Date.toISOString` gives it. */
export const instant = z.iso.datetime({ precision: 3 });
