import type { Migration } from "@hoplog/platform/postgres/migrate.js";
import { eventsAndReadTables } from "./m0001_events_and_read_tables.ts";
import { identityMailLimits } from "./m0002_identity_mail_limits.ts";
import { listsAndErasure } from "./m0003_lists_and_erasure.ts";
import { sqlAccess } from "./m0004_sql_access.ts";
import { mailOfAccounts } from "./m0005_mail_of_accounts.ts";
import { linkDomains } from "./m0006_link_domains.ts";
import { auditAndBans } from "./m0007_audit_and_bans.ts";
import { linkOptions } from "./m0008_link_options.ts";
import { passwordsAndListings } from "./m0009_passwords_and_listings.ts";
import { listings } from "./m0010_listings.ts";
import { domains } from "./m0011_domains.ts";
import { caps } from "./m0012_caps.ts";
import { reports } from "./m0013_reports.ts";
import { notes } from "./m0015_notes.ts";
import { shares } from "./m0016_shares.ts";
import { sqlConsole } from "./m0017_sql_console.ts";
import { alarms } from "./m0018_alarms.ts";
import { clickExports } from "./m0019_click_exports.ts";
import { botRules } from "./m0020_bot_rules.ts";
import { linksByDestination } from "./m0026_links_by_destination.ts";
import { presets } from "./m0028_presets.ts";
import { clickRetention } from "./m0021_click_retention.ts";
import { tags } from "./m0022_tags.ts";
import { linkJobs } from "./m0024_link_jobs.ts";
import { linkOrders } from "./m0029_link_orders.ts";
import { imports } from "./m0030_imports.ts";
import { destinations } from "./m0031_destinations.ts";
import { importedVisits } from "./m0033_imported_visits.ts";
import { apiKeys } from "./m0034_api_keys.ts";
import { idempotentCalls } from "./m0037_idempotent_calls.ts";
import { webhooks } from "./m0035_webhooks.ts";
import { accountLimits } from "./m0039_account_limits.ts";
import { conversionExports } from "./m0040_conversion_exports.ts";
import { conversions } from "./m0038_conversions.ts";
import { webhookClicksSince } from "./m0041_webhook_clicks_since.ts";
import { idempotentEtags } from "./m0042_idempotent_etags.ts";
import { linksByCreator } from "./m0043_links_by_creator.ts";
import { destinationsPutOff } from "./m0044_destinations_put_off.ts";
import { importParts } from "./m0045_import_parts.ts";
import { searchOfRules } from "./m0046_search_of_rules.ts";
import { qrDesigns } from "./m0047_qr_designs.ts";
import { destinationsByWorkspace } from "./m0048_destinations_by_workspace.ts";
import { outlets } from "./m0049_outlets.ts";
import { sqlConsoleKills } from "./m0051_sql_console_kills.ts";
import { keyHandovers } from "./m0052_key_handovers.ts";
import { outletSteps } from "./m0053_outlet_steps.ts";
import { linksV1 } from "./m0054_links_v1.ts";

/** In the order in which they are applied. */
export const apiMigrations: readonly Migration[] = [
  eventsAndReadTables,
  identityMailLimits,
  listsAndErasure,
  sqlAccess,
  mailOfAccounts,
  linkDomains,
  auditAndBans,
  linkOptions,
  passwordsAndListings,
  listings,
  domains,
  caps,
  reports,
  notes,
  shares,
  sqlConsole,
  alarms,
  clickExports,
  botRules,
  clickRetention,
  tags,
  linkJobs,
  linksByDestination,
  presets,
  linkOrders,
  imports,
  destinations,
  importedVisits,
  apiKeys,
  webhooks,
  idempotentCalls,
  conversions,
  accountLimits,
  conversionExports,
  webhookClicksSince,
  idempotentEtags,
  linksByCreator,
  destinationsPutOff,
  importParts,
  searchOfRules,
  qrDesigns,
  destinationsByWorkspace,
  outlets,
  sqlConsoleKills,
  keyHandovers,
  outletSteps,
  linksV1,
];
