import { signedFetch } from "../../core/session/signedFetch.ts";

/** The response to an operation. */
export interface Answer {
  readonly json: string;
  readonly milliseconds: number;
  readonly hasErrors: boolean;
}

/** Parses the typed variables. Throws a SyntaxError that describes the expected format. */
export function readVariables(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxError('Variables must be JSON, such as { "first": 10 }');
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new SyntaxError('Variables must be a JSON object, such as { "first": 10 }');
}

/**
 * Runs an operation with the user's session. Rejects with an error that `failureOf` accepts if the operation was not
 * run.
 */
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
