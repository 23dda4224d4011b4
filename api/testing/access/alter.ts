import { changePairs } from "./changePairs.ts";
import { type Pair, type Question, withQuestion } from "./pair.ts";
import type { Person } from "./world.ts";

export type Input = Readonly<Record<string, unknown>>;

const allOptions = "with all options";

/** Returns a pair of {@link changePairs} with another request. */
export function alter(rest: string, question: Omit<Question, "how"> & { readonly how?: string }): Pair {
  return withQuestion(changePairs, rest, { how: allOptions, ...question });
}

/** Returns a pair of creations with equal fields in REST's body and GraphQL's input. */
export function creation(rest: string, inputOf: (owner: Person) => Input, how = allOptions): Pair {
  const both: Question["both"] = (owner) => ({ rest: { body: inputOf(owner) }, graphql: { input: inputOf(owner) } });
  return alter(rest, { how, both });
}

/** Returns a pair of edits with equal fields in REST's body and GraphQL's input. */
export function edit(
  rest: string,
  thingOf: (owner: Person) => { readonly id: string },
  input: Input,
  how = allOptions,
): Pair {
  const both: Question["both"] = (owner) => {
    const { id } = thingOf(owner);
    return { rest: { id, body: input }, graphql: { id, input } };
  };
  return alter(rest, { how, both });
}
