import type { Clock, Ids, PasswordHashing } from "../../kernel/calls/capabilities.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { NotifyWorker } from "../../links/core/eraseLinks.ts";

/** What deleting an account takes from outside. */
export type ErasureServices = Database &
  Events &
  Ids &
  Clock &
  PasswordHashing &
  NotifyWorker &
  LimitsOf<"password" | "forgetAccount">;
