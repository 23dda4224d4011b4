import { Extensions } from "type-graphql";
import { z } from "zod";

/** The weight of a selected field in an operation's total weight; see `graphql/operationWeight.ts`. */
export interface FieldWeight {
  /** The database cost; 1 by default for an object, 0 for a plain value. */
  readonly cost?: number | undefined;
  /**
   * Number of values that a long string counts as: destinations may have thousands of characters, most strings have
   * about 50.
   */
  readonly text?: number | undefined;
  /** The typical length of a list without a size; 10 by default. */
  readonly length?: number | undefined;
}

const extension = "weight";
const weightSchema = z.object({
  cost: z.number().optional(),
  text: z.number().optional(),
  length: z.number().optional(),
});

/** Decorates a field with its weight. */
export function Weighs(weight: FieldWeight): MethodDecorator & PropertyDecorator {
  return Extensions({ [extension]: weight });
}

/** Reads the weight from a field's extensions. */
export function weightIn(extensions: Readonly<Record<string, unknown>>): FieldWeight {
  return weightSchema.parse(extensions[extension] ?? {});
}
