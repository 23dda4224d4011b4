import type { PasswordHashing, PublicUrl } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { SessionServices } from "./sessions.ts";

/** All that accounts take from outside. */
export type IdentityServices = Database &
  Events &
  SessionServices &
  PasswordHashing &
  PublicUrl &
  LimitsOf<"auth" | "login" | "registration" | "forgotPassword" | "emailChange" | "password">;
