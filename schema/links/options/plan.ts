import { z } from "zod";
import { type LinkOptions, linkOptionsSchema } from "./options.ts";

/** The first byte of a plan, which JSON follows. */
export const planVersion = 1;

/** Thrown if the bytes are not a plan, or contain something that this version doesn't know. */
export class UnreadablePlan extends Error {}

/** What redirectors need besides a link's options. */
const linkPlanSchema = linkOptionsSchema.omit({ passwordId: true }).extend({
  /** The encoded Argon2id hash, instead of its id; empty if it is missing, and then no password is correct. */
  passwordHash: z.string().optional(),
  /** A possible destination of the link is listed as malicious. */
  isListed: z.literal(true).optional(),
});

/** The data that decides a link's redirect: its options, and what events must not contain. */
export type LinkPlan = Readonly<z.infer<typeof linkPlanSchema>>;

/** Null if the plan is empty: the link is a plain one. */
export function encodePlan(plan: LinkPlan): Buffer | null {
  if (Object.keys(plan).length === 0) return null;
  return Buffer.concat([Buffer.from([planVersion]), Buffer.from(JSON.stringify(plan))]);
}

/**
 * Throws {@link UnreadablePlan}, also for an option of a later version, because ignoring it could let visitors bypass
 * it.
 */
export function decodePlan(plan: Uint8Array): LinkPlan {
  if (plan[0] !== planVersion) throw new UnreadablePlan(`unsupported plan version ${plan[0] ?? "none"}`);
  try {
    return linkPlanSchema.parse(JSON.parse(Buffer.from(plan.subarray(1)).toString()));
  } catch (error) {
    throw new UnreadablePlan("not a valid plan", { cause: error });
  }
}

/** Returns a link's options as a plan without the password. */
export function planOfOptions(options: LinkOptions): LinkPlan {
  const { passwordId: _, ...others } = options;
  return others;
}
