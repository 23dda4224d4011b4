import { HoplogError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { Actor } from "../../kernel/calls/actor.ts";
import type { Ids, PasswordHashing } from "../../kernel/calls/capabilities.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { NewLink } from "./input.ts";
import { hashLinkPassword } from "./options/password.ts";

/** A new link whose options refer to its password hash, if it has one. */
export interface HashedLink extends Omit<NewLink, "password"> {
  readonly passwordHash: string | null;
}

/**
 * Refuses links whose passwords exceed the limit per call: hashing a thousand would keep a core busy for half a minute.
 */
export function refuseManyPasswords(wanted: readonly (NewLink | HoplogError)[]): (NewLink | HoplogError)[] {
  const max = limits.linkPasswordsMax;
  let left = max;
  return wanted.map((link) => {
    if (link instanceof HoplogError || link.password === null || left-- > 0) return link;
    const message = `At most ${max} links in one call may have a password`;
    return validationError([{ field: "password", message }]);
  });
}

/** Hashes the passwords; refuses the links whose passwords are beyond the rate limit. */
export async function hashPasswords(
  services: Ids & PasswordHashing & LimitsOf<"linkPasswords">,
  actor: Actor,
  wanted: readonly (NewLink | HoplogError)[],
): Promise<(HashedLink | HoplogError)[]> {
  const count = wanted.filter((link) => !(link instanceof HoplogError) && link.password !== null).length;
  const granted = count === 0 ? { granted: 0 } : await services.limits.linkPasswords(actor.userId, count);
  let left = granted.granted;
  return Promise.all(
    wanted.map(async (link) => {
      if (link instanceof HoplogError) return link;
      const { password, ...others } = link;
      if (password === null) return { ...others, passwordHash: null };
      if (granted.refusal && left-- <= 0) return granted.refusal;
      const { passwordId, passwordHash } = await hashLinkPassword(services, password);
      return { ...others, options: { ...others.options, passwordId }, passwordHash };
    }),
  );
}
