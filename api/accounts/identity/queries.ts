import { sql } from "@hoplog/platform/postgres/sql.js";
import { authenticationError } from "@hoplog/schema/errors.js";
import { raw } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { authorizeAccount, type Member } from "../../kernel/access/authorize.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { UserRow } from "./rows.ts";

/** An account as its owner sees it. */
export interface Profile extends UserRow {
  /** A new address that is not confirmed yet. */
  readonly pendingEmail: string | null;
  readonly hasSecondFactor: boolean;
  /** When the second factor will be removed; null unless a removal was requested. */
  readonly secondFactorRemovalAt: Date | null;
}

/** Returns the fields of a profile that its ETag covers. */
export function profileSettings({ name, contactNumber, email, pendingEmail }: ProfileSettings): object {
  return { name, contactNumber, email, pendingEmail };
}

type ProfileSettings = Pick<Profile, "name" | "contactNumber" | "email" | "pendingEmail">;

/** Returns the member's profile. Throws AUTHENTICATION_ERROR for a token of a deleted account. */
export async function getProfile(services: Database & Clock, member: Member): Promise<Profile> {
  const userId = authorizeAccount(member, "account:read");
  const profile = await findProfile(services.orm.em.fork(), userId, services.now());
  if (!profile) throw authenticationError("Your session has ended. Please log in again.");
  return profile;
}

export async function findProfile(em: EntityManager, userId: string, now: Date): Promise<Profile | null> {
  const user = await em.findOne(UserRow, { id: userId }, { disableIdentityMap: true });
  if (!user) return null;
  const [more] = await rowsOf<{ pendingEmail: string | null; hasSecondFactor: boolean; removalAt: string | null }>(
    em,
    sql`SELECT (SELECT email FROM email_change WHERE user_id = ${userId} AND expires_at > ${now}) AS "pendingEmail",
       EXISTS (SELECT FROM totp WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS "hasSecondFactor",
       (SELECT due_at FROM totp_removal WHERE user_id = ${userId}) AS "removalAt"`,
  );
  return {
    ...user,
    pendingEmail: more?.pendingEmail ?? null,
    hasSecondFactor: more?.hasSecondFactor ?? false,
    secondFactorRemovalAt: more?.removalAt ? new Date(more.removalAt) : null,
  };
}

/** Finds an account by email address, ignoring case. */
export async function findUserByEmail(em: EntityManager, email: string): Promise<UserRow | null> {
  return em.findOne(UserRow, { [raw("lower(email)")]: email.toLowerCase() }, { disableIdentityMap: true });
}
