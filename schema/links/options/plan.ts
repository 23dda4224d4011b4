import { z } from "zod";
import { type LinkOptions, linkOptionsSchema } from "./options.ts";

/** First byte of a plan; the rest is JSON. */
export const planVersion = 1;

/** Thrown if the bytes are not a plan, or contain something that this version does not support. */
export class UnreadablePlan extends Error {}

/** A link's options in the form that redirectors need. */
const linkPlanSchema = linkOptionsSchema.omit({ passwordId: true }).extend({
  /**
   * The encoded Argon2id hash of the password, instead of its id; empty if the hash is missing, and then every password
   * is rejected.
   */
  passwordHash: z.string().optional(),
  /** A possible destination of the link is listed as malicious. */
  isListed: z.literal(true).optional(),
});

/** The data that decides a link's redirect: its options, and data that events must not contain. */
export type LinkPlan = Readonly<z.infer<typeof linkPlanSchema>>;

/** Encodes a plan; null if the plan is empty, because the link has no options. */
export function encodePlan(plan: LinkPlan): Buffer | null {
  if (Object.keys(plan).length === 0) return null;
  return Buffer.concat([Buffer.from([planVersion]), Buffer.from(JSON.stringify(plan))]);
}

/**
 * Decodes a plan. Throws {@link UnreadablePlan} if it is invalid or contains an option of a later version, because
 * ignoring the option could let visitors bypass it.
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
