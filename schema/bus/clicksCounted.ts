import { z } from "zod";

/** Published by ingest after ClickHouse has acknowledged a batch: whose counts have changed, never by how much. */
export const clicksCountedChannel = "clicks.counted";

export const clicksCountedSchema = z.object({
  /** The clicks themselves are found in ClickHouse by this id. */
  batchId: z.guid().optional(),
  links: z.array(z.object({ ownerId: z.uuid(), linkId: z.uuid() })),
});

export type ClicksCounted = z.infer<typeof clicksCountedSchema>;
