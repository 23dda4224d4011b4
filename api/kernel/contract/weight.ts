import { Extensions } from "type-graphql";
import { z } from "zod";

/** What an operation is weighed by for asking for a field; `graphql/operationWeight.ts` says how. */
export interface FieldWeight {
  /** What the databases have to do; 1 for any other object, and nothing for a plain value. */
  readonly cost?: number | undefined;
  /** How many values a long text counts as: destinations may have thousands of characters, most texts have some 50. */
  readonly text?: number | undefined;
  /** How long a list without a size often is; 10 otherwise. */
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

/** The weight among a field's extensions. */
export function weightIn(extensions: Readonly<Record<string, unknown>>): FieldWeight {
  return weightSchema.parse(extensions[extension] ?? {});
}
