import type { operations } from "../generated/openapi.ts";

type Id = keyof operations;

/** What a call takes as JSON. */
export type Body<Operation extends Id> = operations[Operation] extends {
  requestBody?: { content: { "application/json": infer Json } };
}
  ? Json
  : never;

/** What a call takes in its address. */
export type Query<Operation extends Id> = NonNullable<operations[Operation]["parameters"]["query"]>;

/** The `data` of an answer, with what else of it is put there. */
export type Data<Answer extends { data: unknown }, Beside extends keyof Answer = never> = Answer["data"] &
  ([Beside] extends [never] ? unknown : Pick<Answer, Beside>);

/** One item of a list. */
export type Item<List> = List extends readonly (infer One)[] ? One : never;
