import { z } from "zod";

/** Somebody's try at the password of a link. */
export const passwordTrySchema = z.object({
  linkId: z.string(),
  /** The visitor's, as 16 bytes in hex. */
  address: z.string(),
  passwordHash: z.string(),
  password: z.string(),
});

export type PasswordTry = z.output<typeof passwordTrySchema>;

export const checkedPasswordSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["right", "wrong"]) }),
  /** Nothing was hashed: it may be tried again after so many seconds. */
  z.object({ outcome: z.enum(["too many", "busy"]), retrySeconds: z.number() }),
]);

export type CheckedPassword = z.output<typeof checkedPasswordSchema>;

/** Never rejects. */
export type CheckPassword = (attempt: PasswordTry) => Promise<CheckedPassword>;
