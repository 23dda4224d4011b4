import { HoplogError, notFoundError } from "@hoplog/schema/errors.js";
import type { UserEvent } from "@hoplog/schema/events/user.js";
import { authorize, type Principal } from "../../kernel/access/authorize.ts";
import type { Aggregate } from "../../kernel/eventstore/eventStore.ts";
import { evolveUser, noUser, type UserState } from "./user.ts";

/** `at` is an ISO 8601 instant; all other strings are trimmed and valid. */
interface Command {
  readonly userId: string;
  readonly at: string;
}

export type UserCommand =
  | (Command & {
      readonly type: "Register";
      readonly method: "password" | "google";
      readonly name: string;
      readonly email: string;
      readonly contactNumber: string;
    })
  | (Command & { readonly type: "SignIn"; readonly method: "password" | "google" })
  | (Command & { readonly type: "ChangeProfile"; readonly name: string; readonly contactNumber: string })
  | (Command & { readonly type: "ChangeEmail"; readonly email: string })
  | (Command & { readonly type: "BanUser"; readonly by: Principal; readonly reason: string })
  | (Command & { readonly type: "LiftUserBan"; readonly by: Principal })
  | (Command & { readonly type: "ChangePassword" | "ResetPassword" | "GrantSqlAccess" | "RevokeSqlAccess" | "Delete" });

/**
 * Decides an account's command. Throws NOT_FOUND_ERROR for a missing user, AUTHORIZATION_ERROR for actions that a
 * banned user may not take, and for a ban by a principal without the permission.
 */
export function decideUser(command: UserCommand, state: UserState): UserEvent[] {
  const { userId, at } = command;
  if (command.type === "Register") {
    if (state.status !== "none") throw new Error(`user ${userId} already exists`);
    const { name, email, contactNumber, method } = command;
    const type = method === "google" ? "UserRegisteredWithGoogle" : "UserRegistered";
    return [{ type, version: 1, data: { userId, name, email, contactNumber, at } }];
  }
  if (state.status !== "live") throw notFoundError("User");
  switch (command.type) {
    case "BanUser": {
      authorize(command.by, "account:ban", { type: "account", userId });
      const { reason } = command;
      return reason === state.banReason ? [] : [{ type: "UserBanned", version: 1, data: { userId, reason, at } }];
    }
    case "LiftUserBan":
      authorize(command.by, "account:ban", { type: "account", userId });
      return state.banReason === null ? [] : [{ type: "UserBanLifted", version: 1, data: { userId, at } }];
    case "SignIn":
      refuseBanned(state.banReason);
      return [{ type: "UserSignedIn", version: 1, data: { userId, method: command.method, at } }];
    case "ChangeProfile":
      return changeProfile(command, state);
    case "ChangeEmail": {
      const { email } = command;
      if (email === state.email) return [];
      return [{ type: "UserEmailChanged", version: 1, data: { userId, from: state.email, to: email, at } }];
    }
    case "ChangePassword":
      return [{ type: "PasswordChanged", version: 1, data: { userId, at } }];
    case "ResetPassword":
      return [{ type: "PasswordReset", version: 1, data: { userId, at } }];
    case "GrantSqlAccess":
      refuseBanned(state.banReason);
      return [{ type: "SqlAccessGranted", version: 1, data: { userId, at } }];
    case "RevokeSqlAccess":
      return state.hasSqlAccess ? [{ type: "SqlAccessRevoked", version: 1, data: { userId, at } }] : [];
    case "Delete":
      return [{ type: "UserDeleted", version: 1, data: { userId, at } }];
  }
}

function refuseBanned(reason: string | null): void {
  if (reason !== null) throw new HoplogError("AUTHORIZATION_ERROR", bannedText(reason));
}

/** Returns the message about a ban for a verified owner of the account. */
export function bannedText(reason: string): string {
  return `This account has been banned by an operator. Reason: ${reason}`;
}

function changeProfile(
  command: UserCommand & { readonly type: "ChangeProfile" },
  state: UserState & { readonly status: "live" },
): UserEvent[] {
  const { userId, at } = command;
  const name = command.name === state.name ? undefined : { from: state.name, to: command.name };
  const contactNumber =
    command.contactNumber === state.contactNumber
      ? undefined
      : { from: state.contactNumber, to: command.contactNumber };
  if (!name && !contactNumber) return [];
  const data = { userId, ...(name && { name }), ...(contactNumber && { contactNumber }), at };
  return [{ type: "UserProfileChanged", version: 1, data }];
}

export const users: Aggregate<"user", UserState, UserCommand> = {
  streamType: "user",
  initial: noUser,
  evolve: evolveUser,
  decide: decideUser,
};
