import type { Expected } from "../eventstore/audit.ts";
import { validationError } from "@hoplog/schema/errors.js";
import { z } from "zod";
import type { FastifyRequest } from "fastify";
import { documentedIn } from "./operation.ts";

/** What a header names, or a caller of GraphQL. Null for `*`. Throws VALIDATION_ERROR. */
export function etagsIn(text: string): Omit<Expected, "streamId"> | null {
  if (text.trim() === "*") return null;
  const etags = text.length > 1000 ? [] : text.split(",").map((tag) => tag.trim());
  if (etags.length === 0) throw validationError([{ field: "If-Match", message: 'Must be ETags such as "3"' }]);
  // An ETag that we never gave is one that nothing has.
  const versions = etags.flatMap((tag) => /^"(\d{1,9})"$/.exec(tag)?.[1] ?? []).map(Number);
  return { versions, etags };
}

const withId = z.object({ id: z.string() });

/** What the If-Match of a call asks for; undefined without one. */
export function expectedBy(request: FastifyRequest): Expected | undefined {
  const header = request.headers["if-match"];
  if (header === undefined || !documentedIn(request)?.conditional) return undefined;
  const etags = etagsIn(header);
  return etags ? { streamId: withId.safeParse(request.params).data?.id.toLowerCase() ?? "", ...etags } : undefined;
}
