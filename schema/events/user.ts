import { z } from "zod";
import { instant } from "./envelope.ts";

const id = z.uuid();

/** Passwords, even hashed, never enter the log: an event can't be unsaid. */
export const userRegistered = z.object({
  type: z.literal("UserRegistered"),
  version: z.literal(1),
  data: z.object({ userId: id, name: z.string(), email: z.string(), contactNumber: z.string(), at: instant }),
});

export const userSignedIn = z.object({
  type: z.literal("UserSignedIn"),
  version: z.literal(1),
  data: z.object({ userId: id, method: z.enum(["password"]), at: instant }),
});

export const userProfileChanged = z.object({
  type: z.literal("UserProfileChanged"),
  version: z.literal(1),
  data: z.object({
    userId: id,
    name: z.object({ from: z.string(), to: z.string() }).optional(),
    contactNumber: z.object({ from: z.string(), to: z.string() }).optional(),
    at: instant,
  }),
});

export const userEventSchema = z.discriminatedUnion("type", [userRegistered, userSignedIn, userProfileChanged]);

export type UserEvent = z.infer<typeof userEventSchema>;
