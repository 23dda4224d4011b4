import { migration } from "./migration.ts";

/** By which request a command was given, as its answer says it. Older rows have none. */
export const auditRequests = migration("0064_audit_requests", [
  "ALTER TABLE audit ADD COLUMN request_id text CHECK (length(request_id) <= 64)",
]);
