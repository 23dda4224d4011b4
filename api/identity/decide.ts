import { notFoundError } from "@hoplog/schema/errors.js";
import type { UserEvent } from "@hoplog/schema/events/user.js";
import type { UserState } from "./user.ts";

/** `at` is an instant in ISO 8601; texts are trimmed and valid. */
interface Command {
  readonly userId: string;
  readonly at: string;
}

export type UserCommand =
  | (Command & {
      readonly type: "Register";
      readonly name: string;
      readonly email: string;
      readonly contactNumber: string;
    })
  | (Command & { readonly type: "SignIn"; readonly method: "password" })
  | (Command & { readonly type: "ChangeProfile"; readonly name: string; readonly contactNumber: string });

/** Throws NOT_FOUND_ERROR for a user that isn't there. */
export function decideUser(command: UserCommand, state: UserState): UserEvent[] {
  const { userId, at } = command;
  if (command.type === "Register") {
    if (state.status !== "none") throw new Error(`user ${userId} exists already`);
    const { name, email, contactNumber } = command;
    return [{ type: "UserRegistered", version: 1, data: { userId, name, email, contactNumber, at } }];
  }
  if (state.status !== "live") throw notFoundError("User");
  if (command.type === "SignIn") {
    return [{ type: "UserSignedIn", version: 1, data: { userId, method: command.method, at } }];
  }
  const name = command.name === state.name ? undefined : { from: state.name, to: command.name };
  const contactNumber =
    command.contactNumber === state.contactNumber
      ? undefined
      : { from: state.contactNumber, to: command.contactNumber };
  if (!name && !contactNumber) return [];
  const data = { userId, ...(name && { name }), ...(contactNumber && { contactNumber }), at };
  return [{ type: "UserProfileChanged", version: 1, data }];
}
