import { z } from "zod";

/** An attempt at a link's password. */
export const passwordTrySchema = z.object({
  linkId: z.string(),
  /** The visitor's address, 16 bytes in hex. */
  address: z.string(),
  passwordHash: z.string(),
  password: z.string(),
});

export type PasswordTry = z.output<typeof passwordTrySchema>;

export const checkedPasswordSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["right", "wrong"]) }),
  /** The password was not checked; retry after `retrySeconds` seconds. */
  z.object({ outcome: z.enum(["too many", "busy"]), retrySeconds: z.number() }),
]);

export type CheckedPassword = z.output<typeof checkedPasswordSchema>;

/** Checks an attempt at a link's password. Never rejects. */
export type CheckPassword = (attempt: PasswordTry) => Promise<CheckedPassword>;
