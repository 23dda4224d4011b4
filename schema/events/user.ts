import { z } from "zod";
import { instant } from "./envelope.ts";

const id = z.uuid();

/** Passwords, even hashed, never enter the log, because events can't be deleted. */
export const userRegistered = z.object({
  type: z.literal("UserRegistered"),
  version: z.literal(1),
  data: z.object({ userId: id, name: z.string(), email: z.string(), contactNumber: z.string(), at: instant }),
});

export const userSignedIn = z.object({
  type: z.literal("UserSignedIn"),
  version: z.literal(1),
  data: z.object({ userId: id, method: z.enum(["password", "google"]), at: instant }),
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

/** The Google account's identifier is stored with the passwords, outside the log. */
export const userRegisteredWithGoogle = z.object({
  type: z.literal("UserRegisteredWithGoogle"),
  version: z.literal(1),
  data: z.object({ userId: id, name: z.string(), email: z.string(), contactNumber: z.string(), at: instant }),
});

/** Recorded once the link that was mailed to the new address has been opened. */
export const userEmailChanged = z.object({
  type: z.literal("UserEmailChanged"),
  version: z.literal(1),
  data: z.object({ userId: id, from: z.string(), to: z.string(), at: instant }),
});

/** Changed by a signed-in user who knew the old password. */
export const passwordChanged = z.object({
  type: z.literal("PasswordChanged"),
  version: z.literal(1),
  data: z.object({ userId: id, at: instant }),
});

/** Reset with an emailed link. */
export const passwordReset = z.object({
  type: z.literal("PasswordReset"),
  version: z.literal(1),
  data: z.object({ userId: id, at: instant }),
});

/** SQL access was granted or got a new password. The password is stored with the other passwords. */
export const sqlAccessGranted = z.object({
  type: z.literal("SqlAccessGranted"),
  version: z.literal(1),
  data: z.object({ userId: id, at: instant }),
});

export const sqlAccessRevoked = z.object({
  type: z.literal("SqlAccessRevoked"),
  version: z.literal(1),
  data: z.object({ userId: id, at: instant }),
});

export const userDeleted = z.object({
  type: z.literal("UserDeleted"),
  version: z.literal(1),
  data: z.object({ userId: id, at: instant }),
});

/** Banned by an operator: sign-ins are refused, and the account's links don't redirect. */
export const userBanned = z.object({
  type: z.literal("UserBanned"),
  version: z.literal(1),
  data: z.object({ userId: id, reason: z.string(), at: instant }),
});

export const userBanLifted = z.object({
  type: z.literal("UserBanLifted"),
  version: z.literal(1),
  data: z.object({ userId: id, at: instant }),
});

export const userEventSchema = z.discriminatedUnion("type", [
  userRegistered,
  userRegisteredWithGoogle,
  userSignedIn,
  userProfileChanged,
  userEmailChanged,
  passwordChanged,
  passwordReset,
  sqlAccessGranted,
  sqlAccessRevoked,
  userDeleted,
  userBanned,
  userBanLifted,
]);

export type UserEvent = z.infer<typeof userEventSchema>;
