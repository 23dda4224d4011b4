import { z } from "zod";
import { type LinkOptions, linkOptionsSchema } from "./options.ts";

/** The first byte of a plan. Behind it stands JSON. */
export const planVersion = 1;

/** The bytes are no plan, or one that asks for something that this version doesn't know. */
export class UnreadablePlan extends Error {}

/** What redirectors know besides a link's options. */
const linkPlanSchema = linkOptionsSchema.omit({ passwordId: true }).extend({
  /** Argon2id, encoded; empty where it is missing, and then no password is right. In place of its id. */
  passwordHash: z.string().optional(),
  /** A URL that it may lead to is listed as a bad one. */
  isListed: z.literal(true).optional(),
});

/** What a redirect of a link decides by: its options, with what of them no event may hold. */
export type LinkPlan = Readonly<z.infer<typeof linkPlanSchema>>;

/** Null for a plan that says nothing: the link is a plain one. */
export function encodePlan(plan: LinkPlan): Buffer | null {
  if (Object.keys(plan).length === 0) return null;
  return Buffer.concat([Buffer.from([planVersion]), Buffer.from(JSON.stringify(plan))]);
}

/** Throws {@link UnreadablePlan}, also for an option of a later version: nobody is to be sent past it. */
export function decodePlan(plan: Uint8Array): LinkPlan {
  if (plan[0] !== planVersion) throw new UnreadablePlan(`a plan of version ${plan[0] ?? "none"}`);
  try {
    return linkPlanSchema.parse(JSON.parse(Buffer.from(plan.subarray(1)).toString()));
  } catch (error) {
    throw new UnreadablePlan("not a plan that can be read here", { cause: error });
  }
}

/** The options of a link as a plan whose password is known elsewhere. */
export function planOfOptions(options: LinkOptions): LinkPlan {
  const { passwordId: _, ...others } = options;
  return others;
}
