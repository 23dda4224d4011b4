import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { type UtmField, utmFields } from "@hoplog/schema/links/utm.js";
import { utmProblem, type UtmRules } from "@hoplog/schema/links/utmRules.js";
import { withUtm } from "@hoplog/schema/links/utmUrl.js";
import { limits } from "@hoplog/schema/limits.js";
import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { authorize, type Member } from "../../kernel/access/authorize.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { prepareEdit, type PreparedEdit } from "../core/edit.ts";
import { LinkRow } from "../core/linkRow.ts";
import { placesIn } from "../core/places.ts";
import type { UtmChange } from "./job.ts";
import type { JobWork } from "./services.ts";

/** Parameters with their values, as callers list them; a blank value removes the parameter. */
export type GivenUtm = readonly (readonly [UtmField, string])[];

/** Parses the parameters; null if none is given. Adds every problem to `problems`. */
export function readUtmChange(given: GivenUtm | null | undefined, problems: FieldError[]): UtmChange | null {
  if (!given || given.length === 0) return null;
  const change = new Map<UtmField, string>();
  for (const [field, text] of given) {
    const value = text.trim();
    const message = change.has(field) ? "Provide this parameter only once" : valueProblem(value);
    if (message !== null) problems.push({ field: `change.utm.${field}`, message });
    change.set(field, value);
  }
  return Object.fromEntries(change);
}

function valueProblem(value: string): string | null {
  if (value.length > limits.utmValueMax) return `At most ${limits.utmValueMax} characters`;
  return isPlainText(value) ? null : "Contains invisible or control characters";
}

/** Throws VALIDATION_ERROR for values that the workspace's rules don't allow, before any link is read. */
export function refuseUtmChange(rules: UtmRules, change: UtmChange): void {
  const problems = utmFields.flatMap((field): FieldError[] => {
    const message = utmProblem(rules, withUtm("https://example.com/", field, change[field] ?? ""));
    return message === null ? [] : [{ field: `change.utm.${field}`, message }];
  });
  if (problems.length > 0) throw validationError(problems);
}

interface OneLink {
  readonly member: Member;
  readonly linkId: string;
}

const nothing: PreparedEdit = { input: {}, changes: {}, hasDomains: false };

/**
 * Returns the edit with campaign parameters set in its destination, or in the link's current one. Throws
 * NOT_FOUND_ERROR, and VALIDATION_ERROR for an invalid destination.
 */
export async function withUtmOfLink(
  services: JobWork,
  tx: Transaction,
  { member, linkId }: OneLink,
  prepared: PreparedEdit | null,
  change: UtmChange,
): Promise<PreparedEdit> {
  const link = await tx.findOne(LinkRow, { id: linkId }, { disableIdentityMap: true });
  const places = await placesIn(tx, member, link);
  authorize(member, "links:write", { type: "link", workspaceId: link?.ownerId ?? null, places });
  const edit = prepared ?? nothing;
  const before = edit.changes.originalUrl ?? link?.originalUrl ?? "";
  const originalUrl = utmFields.reduce((url, field) => {
    const value = change[field];
    return value === undefined ? url : withUtm(url, field, value);
  }, before);
  // An unchanged destination is not validated again, because it may be older than a rule.
  if (originalUrl === before) return edit;
  return { ...(await prepareEdit(services, member, { ...edit.input, originalUrl })), tags: edit.tags };
}
