import { z } from "zod";
import { instant } from "./envelope.ts";

const id = z.uuid();

export const groupCreated = z.object({
  type: z.literal("GroupCreated"),
  version: z.literal(1),
  data: z.object({ groupId: id, ownerId: id, name: z.string(), at: instant }),
});

export const groupRenamed = z.object({
  type: z.literal("GroupRenamed"),
  version: z.literal(1),
  data: z.object({ groupId: id, from: z.string(), to: z.string(), at: instant }),
});

export const groupDeleted = z.object({
  type: z.literal("GroupDeleted"),
  version: z.literal(1),
  data: z.object({ groupId: id, at: instant }),
});

export const groupEventSchema = z.discriminatedUnion("type", [groupCreated, groupRenamed, groupDeleted]);

export type GroupEvent = z.infer<typeof groupEventSchema>;
