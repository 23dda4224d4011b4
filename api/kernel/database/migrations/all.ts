import type { Migration } from "@hoplog/platform/postgres/migrate.js";
import { base } from "./m0048_base.ts";
import { outlets } from "./m0049_outlets.ts";
import { sqlConsoleKills } from "./m0051_sql_console_kills.ts";
import { keyHandovers } from "./m0052_key_handovers.ts";
import { outletSteps } from "./m0053_outlet_steps.ts";
import { dropFormer } from "./m0054_drop_former.ts";
import { linksV1 } from "./m0055_links_v1.ts";
import { expiringKinds } from "./m0056_expiring_kinds.ts";
import { mailboxOwners } from "./m0057_mailbox_owners.ts";
import { linkPlan } from "./m0058_link_plan.ts";
import { finalNames } from "./m0059_final_names.ts";
import { importColumns } from "./m0060_import_columns.ts";
import { importNames } from "./m0061_import_names.ts";
import { importDates } from "./m0062_import_dates.ts";
import { secondFactor } from "./m0069_second_factor.ts";
import { sessionDevices } from "./m0068_session_devices.ts";
import { certificates } from "./m0067_certificates.ts";
import { readableUrls } from "./m0066_readable_urls.ts";
import { refunds } from "./m0065_refunds.ts";
import { auditRequests } from "./m0064_audit_requests.ts";
import { foldedSearch } from "./m0063_folded_search.ts";

/** Migrations in the order in which they are applied. */
export const apiMigrations: readonly Migration[] = [
  base,
  outlets,
  sqlConsoleKills,
  keyHandovers,
  outletSteps,
  dropFormer,
  linksV1,
  expiringKinds,
  mailboxOwners,
  linkPlan,
  finalNames,
  importColumns,
  importNames,
  importDates,
  foldedSearch,
  auditRequests,
  refunds,
  readableUrls,
  certificates,
  sessionDevices,
  secondFactor,
];
