import type { UserEvent } from "@hoplog/schema/events/user.js";

export type UserState =
  | { readonly status: "none" }
  | { readonly status: "deleted" }
  | {
      readonly status: "live";
      readonly userId: string;
      readonly name: string;
      readonly email: string;
      readonly contactNumber: string;
      readonly hasSqlAccess: boolean;
      /** The reason for the account's ban; null if not banned. */
      readonly banReason: string | null;
    };

export const noUser: UserState = { status: "none" };

export function evolveUser(state: UserState, event: UserEvent): UserState {
  switch (event.type) {
    case "UserRegistered":
    case "UserRegisteredWithGoogle": {
      const { userId, name, email, contactNumber } = event.data;
      return { status: "live", userId, name, email, contactNumber, hasSqlAccess: false, banReason: null };
    }
    case "UserSignedIn":
    case "PasswordChanged":
    case "PasswordReset":
      return state;
    case "UserProfileChanged":
      return state.status === "live"
        ? {
            ...state,
            name: event.data.name?.to ?? state.name,
            contactNumber: event.data.contactNumber?.to ?? state.contactNumber,
          }
        : state;
    case "UserEmailChanged":
      return state.status === "live" ? { ...state, email: event.data.to } : state;
    case "SqlAccessGranted":
    case "SqlAccessRevoked":
      return state.status === "live" ? { ...state, hasSqlAccess: event.type === "SqlAccessGranted" } : state;
    case "UserBanned":
      return state.status === "live" ? { ...state, banReason: event.data.reason } : state;
    case "UserBanLifted":
      return state.status === "live" ? { ...state, banReason: null } : state;
    case "UserDeleted":
      return { status: "deleted" };
  }
}
