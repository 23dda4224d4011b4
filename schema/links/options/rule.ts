import { z } from "zod";
import { conditionSchema } from "./condition.ts";

export const ruleLimits = { rules: 32, armsMin: 2, armsMax: 10, weightMax: 1000, nameMax: 100 } as const;

/** Assigned by the server, and never reused for another rule or arm of the link. */
const number = z.int().positive().max(0xffff_ffff);
const name = z.string().max(ruleLimits.nameMax);

export const armSchema = z.strictObject({
  number,
  name,
  url: z.string(),
  /** The arm's share of visits is its weight divided by the sum of all weights. */
  weight: z.int().min(0).max(ruleLimits.weightMax),
});
export type Arm = Readonly<z.infer<typeof armSchema>>;

export const splitSchema = z.strictObject({
  arms: z.array(armSchema).min(ruleLimits.armsMin).max(ruleLimits.armsMax),
  /** Whether a returning visitor gets the same arm. */
  sticky: z.boolean(),
});
export type Split = Readonly<z.infer<typeof splitSchema>>;

export const thenSchema = z.union([
  z.strictObject({ url: z.string() }),
  z.strictObject({ split: splitSchema }),
  z.strictObject({ blocked: z.literal(true) }),
]);
export type Then = z.infer<typeof thenSchema>;

export const ruleSchema = z.strictObject({ number, name, when: conditionSchema, then: thenSchema });
export type Rule = Readonly<z.infer<typeof ruleSchema>>;

/** Returns all arms of the rules and the split, in order. */
export function armsOf(rules: readonly Rule[], split: Split | undefined): readonly Arm[] {
  return [...rules.flatMap(({ then }) => ("split" in then ? then.split.arms : [])), ...(split?.arms ?? [])];
}
