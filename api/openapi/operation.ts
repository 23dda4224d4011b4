import type { z } from "zod";
import type { AnswerName } from "./answers.ts";

/** One call of the REST API. */
export interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** With Fastify's `:id`. */
  readonly path: string;
  readonly tag: "Account" | "Links" | "Groups" | "Dashboard";
  readonly summary: string;
  readonly description: string;
  /** Whether it is called without a token. */
  readonly open?: true;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly example?: Readonly<Record<string, unknown>>;
  /** A redirect, a file, a page for people, or the name of a JSON answer. */
  readonly answer: { readonly status: 200 | 201; readonly is: AnswerName } | "redirect" | "zip" | "page";
  /** The failures beside those that every call knows. */
  readonly failures: readonly (400 | 403 | 404 | 409 | 422 | 501)[];
}
