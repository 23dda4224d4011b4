import { conflictError } from "@hoplog/schema/errors.js";
import type { UserEvent } from "@hoplog/schema/events/user.js";
import { UniqueConstraintViolationException } from "@mikro-orm/core";
import type { Transaction } from "../../kernel/database/orm.ts";
import { AccountBanRow, UserRow, SqlAccessRow } from "./rows.ts";

/** Applies an event to the read tables. Throws CONFLICT_ERROR for an email address that has an account. */
export async function projectUser(tx: Transaction, event: UserEvent): Promise<void> {
  const { userId: id } = event.data;
  const at = new Date(event.data.at);
  switch (event.type) {
    case "UserRegistered":
    case "UserRegisteredWithGoogle": {
      const { name, email, contactNumber } = event.data;
      const google = event.type === "UserRegisteredWithGoogle";
      const user = { id, name, email, contactNumber, emailVerified: google, isGoogleUser: google };
      await refusingTaken(tx.insert(UserRow, { ...user, createdAt: at, lastLogin: null }));
      return;
    }
    case "UserSignedIn":
      await tx.nativeUpdate(UserRow, { id }, { lastLogin: at });
      return;
    case "UserProfileChanged": {
      const { name, contactNumber } = event.data;
      await tx.nativeUpdate(
        UserRow,
        { id },
        { ...(name && { name: name.to }), ...(contactNumber && { contactNumber: contactNumber.to }) },
      );
      return;
    }
    case "UserEmailChanged":
      await refusingTaken(tx.nativeUpdate(UserRow, { id }, { email: event.data.to, emailVerified: true }));
      return;
    case "SqlAccessGranted":
      await tx.upsert(SqlAccessRow, { userId: id, grantedAt: at });
      return;
    case "SqlAccessRevoked":
      await tx.nativeDelete(SqlAccessRow, { userId: id });
      return;
    case "UserDeleted":
      await tx.nativeDelete(UserRow, { id });
      await tx.nativeDelete(SqlAccessRow, { userId: id });
      await tx.nativeDelete(AccountBanRow, { userId: id });
      return;
    case "UserBanned":
      await tx.upsert(AccountBanRow, { userId: id, reason: event.data.reason, at });
      return;
    case "UserBanLifted":
      await tx.nativeDelete(AccountBanRow, { userId: id });
      return;
    case "PasswordChanged":
    case "PasswordReset":
      return;
  }
}

async function refusingTaken(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw emailTaken();
    throw error;
  }
}

export function emailTaken() {
  return conflictError("email", "A user with this email already exists");
}
