import type { operations } from "../generated/openapi.ts";

type Id = keyof operations;

/** The JSON request body of an operation; never for an operation without one. */
export type Body<Operation extends Id> = operations[Operation] extends {
  requestBody?: { content: { "application/json": infer Json } };
}
  ? Json
  : never;

/** The query parameters of an operation. */
export type Query<Operation extends Id> = NonNullable<operations[Operation]["parameters"]["query"]>;

/** The `data` of a response, with the named fields beside it. */
export type Data<Answer extends { data: unknown }, Beside extends keyof Answer = never> = Answer["data"] &
  ([Beside] extends [never] ? unknown : Pick<Answer, Beside>);

/** The element type of a list. */
export type Item<List> = List extends readonly (infer One)[] ? One : never;
