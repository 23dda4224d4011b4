import { z } from "zod";
import { tagColours } from "../tags/tags.ts";
import { instant } from "./envelope.ts";

const id = z.uuid();
const look = z.object({ name: z.string(), colour: z.enum(tagColours) });

export const tagCreated = z.object({
  type: z.literal("TagCreated"),
  version: z.literal(1),
  data: z.object({ tagId: id, ownerId: id, ...look.shape, at: instant }),
});

/** The tag's name or colour changed, or both. */
export const tagChanged = z.object({
  type: z.literal("TagChanged"),
  version: z.literal(1),
  data: z.object({ tagId: id, from: look, to: look, at: instant }),
});

export const tagDeleted = z.object({
  type: z.literal("TagDeleted"),
  version: z.literal(1),
  data: z.object({ tagId: id, at: instant }),
});

export const tagEventSchema = z.discriminatedUnion("type", [tagCreated, tagChanged, tagDeleted]);

export type TagEvent = z.infer<typeof tagEventSchema>;
