import type { Clock, Ids, PasswordHashing } from "../calls/capabilities.ts";
import type { Database } from "../database/orm.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import type { NotifyWorker } from "../links/eraseLinks.ts";

/** What deleting an account takes from outside. */
export type ErasureServices = Database &
  Events &
  Ids &
  Clock &
  PasswordHashing &
  NotifyWorker &
  LimitsOf<"password" | "forgetAccount">;
