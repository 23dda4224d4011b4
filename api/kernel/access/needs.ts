import { isKeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import { type Permission, permissions } from "./permissions.ts";

/**
 * The permissions that an operation requires. `authorize` decides; the access tests fail if the operation checks any
 * other. For API keys, permissions are scopes; those that no key can have require a session.
 */
export interface Needs {
  /** Always required; empty if being signed in is enough. */
  readonly needs?: readonly Permission[] | undefined;
  /** Sometimes required, with the condition, such as "if the call creates a tag". */
  readonly mayNeed?: { readonly [Name in Permission]?: string } | undefined;
}

/** Describes the requirements of an operation; empty if there are none. */
export function needsText({ needs = [], mayNeed = {} }: Needs): string {
  if (!needs.every(isKeyScope)) return "Requires a session; API keys are not accepted.";
  const always = needs.map((scope) => `\`${scope}\``);
  const sentences = [
    ...(always.length > 0 ? [`Requires the scope${always.length > 1 ? "s" : ""} ${listOf(always)}.`] : []),
    ...Object.entries(mayNeed).map(([scope, when]) => `Also requires \`${scope}\` ${when}.`),
  ];
  return sentences.join(" ");
}

/**
 * Returns the permissions that a permission includes: `…:write` includes `…:read`, and `links:write` also
 * `links:create`.
 */
export function includedIn(permission: Permission): readonly Permission[] {
  if (permission === "links:write") return ["links:read", "links:create"];
  const read = permission.replace(/:write$/, ":read");
  return permissions.filter((one) => one === read && one !== permission);
}

function listOf(items: readonly string[]): string {
  return items.length < 3 ? items.join(" and ") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** Appends the requirements of an operation to its description. */
export function describedNeeds(description: string, needs: Needs): string {
  return [description, needsText(needs)].filter((text) => text !== "").join(" ");
}
