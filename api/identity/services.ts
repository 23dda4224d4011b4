import type { PasswordHashing, PublicUrl } from "../calls/capabilities.ts";
import type { Database } from "../database/orm.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { SessionServices } from "./sessions.ts";

/** All that accounts take from outside. */
export type IdentityServices = Database &
  Events &
  SessionServices &
  PasswordHashing &
  PublicUrl &
  LimitsOf<"auth" | "login" | "registration" | "forgotPassword" | "emailChange" | "password">;
