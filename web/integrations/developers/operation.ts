import { signedFetch } from "../../core/session/signedFetch.ts";

/** How an operation was answered. */
export interface Answer {
  readonly json: string;
  readonly milliseconds: number;
  readonly hasErrors: boolean;
}

/** Variables as somebody writes them. Throws a SyntaxError that says what they have to be. */
export function readVariables(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxError('Variables are JSON, such as { "first": 10 }');
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new SyntaxError('Variables are a JSON object, such as { "first": 10 }');
}

/** Runs an operation in the person's session. Rejects with what `failureOf` understands where none was run. */
export async function runOperation(query: string, variables: object, signal: AbortSignal): Promise<Answer> {
  const from = performance.now();
  const response = await signedFetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
    signal,
  });
  const answer: unknown = JSON.parse(await response.text());
  const milliseconds = Math.round(performance.now() - from);
  const hasErrors = typeof answer === "object" && answer !== null && "errors" in answer;
  return { json: JSON.stringify(answer, null, 2), milliseconds, hasErrors };
}
