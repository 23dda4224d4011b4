import type { Logs, PasswordHashing, PublicUrl } from "../../../kernel/calls/capabilities.ts";
import type { Database } from "../../../kernel/database/orm.ts";
import type { Events } from "../../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../../kernel/limits/limits.ts";
import type { TokenServices } from "../authenticate.ts";
import type { SessionServices } from "../sessions.ts";
import type { GoogleSignIn } from "./provider.ts";
import type { SignedCookies } from "../signedCookies.ts";

export interface SignIn {
  /** Null while it is not configured. */
  readonly google: GoogleSignIn | null;
  readonly signedCookies: SignedCookies;
}

/** All that signing in with Google takes from outside. */
export type GoogleServices = Events &
  Database &
  Logs &
  PublicUrl &
  SessionServices &
  PasswordHashing &
  TokenServices &
  LimitsOf<"auth" | "registration"> &
  SignIn;
