import { isKeyScope } from "@hoplog/schema/apiKeys/scopes.js";
import { type Permission, permissions } from "./permissions.ts";

/**
 * What the caller of an operation must be allowed. `authorize` decides; the tests of access fail if it asks for anything else. Of API
 * keys permissions are scopes; those that no key can have take a session.
 */
export interface Needs {
  /** Always; empty for everyone who is signed in. */
  readonly needs?: readonly Permission[] | undefined;
  /** Only sometimes: when, such as "if it makes a tag". */
  readonly mayNeed?: { readonly [Name in Permission]?: string } | undefined;
}

/** What the descriptions of an operation say about it; empty if there is nothing to say. */
export function needsText({ needs = [], mayNeed = {} }: Needs): string {
  if (!needs.every(isKeyScope)) return "Takes a session, no API key.";
  const always = needs.map((scope) => `\`${scope}\``);
  const sentences = [
    ...(always.length > 0 ? [`Needs the scope${always.length > 1 ? "s" : ""} ${listOf(always)}.`] : []),
    ...Object.entries(mayNeed).map(([scope, when]) => `Needs \`${scope}\` too ${when}.`),
  ];
  return sentences.join(" ");
}

/** What a permission includes: `…:write` `…:read`, and `links:write` the making of links. */
export function includedIn(permission: Permission): readonly Permission[] {
  if (permission === "links:write") return ["links:read", "links:create"];
  const read = permission.replace(/:write$/, ":read");
  return permissions.filter((one) => one === read && one !== permission);
}

function listOf(items: readonly string[]): string {
  return items.length < 3 ? items.join(" and ") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** A description with what the operation needs. */
export function describedNeeds(description: string, needs: Needs): string {
  return [description, needsText(needs)].filter((text) => text !== "").join(" ");
}
