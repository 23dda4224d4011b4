import { migration } from "./migration.ts";

/** Id of the request that sent a command, as returned by its response. Null in older rows. */
export const auditRequests = migration("0064_audit_requests", [
  "ALTER TABLE audit ADD COLUMN request_id text CHECK (length(request_id) <= 64)",
]);
