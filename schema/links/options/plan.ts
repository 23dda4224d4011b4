import { type LinkOptions, linkOptionsSchema } from "./options.ts";

/** The first byte of a plan. Behind it stands JSON. */
export const planVersion = 1;

/** The bytes are no plan, or one that asks for something that this version doesn't know. */
export class UnreadablePlan extends Error {}

/** What a redirect of the link decides by; null for a link without options, which is a plain one. */
export function encodePlan(options: LinkOptions): Buffer | null {
  if (Object.keys(options).length === 0) return null;
  return Buffer.concat([Buffer.from([planVersion]), Buffer.from(JSON.stringify(options))]);
}

/** Throws {@link UnreadablePlan}, also for an option of a later version: nobody is to be sent past it. */
export function decodePlan(plan: Uint8Array): LinkOptions {
  if (plan[0] !== planVersion) throw new UnreadablePlan(`a plan of version ${plan[0] ?? "none"}`);
  try {
    return linkOptionsSchema.parse(JSON.parse(Buffer.from(plan.subarray(1)).toString()));
  } catch (error) {
    throw new UnreadablePlan("not a plan that can be read here", { cause: error });
  }
}
