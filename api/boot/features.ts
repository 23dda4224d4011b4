import { alarms } from "../reporting/alarms/feature.ts";
import { apiKeys } from "../integrations/apiKeys/feature.ts";
import { analytics } from "../analytics/account/feature.ts";
import { blocklist } from "../links/safety/blocklist/liveBlocklist.ts";
import { botRules } from "../analytics/bots/rules/feature.ts";
import { bots } from "../analytics/bots/figures/operations.ts";
import type { Feature } from "../kernel/calls/feature.ts";
import { certificates } from "../links/certificates/feature.ts";
import { clickExports } from "../integrations/exports/feature.ts";
import { clickRetention } from "../analytics/retention/feature.ts";
import { codes } from "../links/availability/feature.ts";
import { conversions } from "../analytics/conversions/feature.ts";
import { dashboard } from "../analytics/dashboard/feature.ts";
import { destinations } from "../links/destinations/feature.ts";
import { domains } from "../links/domains/feature.ts";
import { erasure } from "../operations/erasure/feature.ts";
import type { ReadTables } from "../kernel/eventstore/rebuild.ts";
import { archives } from "../operations/archive/feature.ts";
import { groups } from "../links/groups/operations.ts";
import { idempotency } from "../kernel/calls/idempotencyHooks.ts";
import { identity, secondFactors } from "../accounts/identity/feature.ts";
import { google } from "../accounts/identity/google/feature.ts";
import { imports } from "../links/imports/feature.ts";
import { installation } from "../servers/installation/feature.ts";
import { ledger } from "../analytics/ledger/operations.ts";
import { linkJobs } from "../links/jobs/feature.ts";
import { links } from "../links/core/feature.ts";
import { listings } from "../links/safety/listings/feature.ts";
import { live } from "../analytics/live/operations.ts";
import { notes } from "../analytics/notes/operations.ts";
import { mail } from "../accounts/mail/feature.ts";
import { presets } from "../links/views/operations.ts";
import { shares } from "../reporting/shares/feature.ts";
import { misses } from "../analytics/misses/feature.ts";
import { sqlAccess } from "../integrations/sql/access/feature.ts";
import { sqlConsole } from "../integrations/sql/console/feature.ts";
import { outlets } from "../reporting/outlets/feature.ts";
import { relay } from "../links/relay/relay.ts";
import { reports } from "../reporting/reports/feature.ts";
import { stats } from "../analytics/link/feature.ts";
import { tags } from "../links/tags/operations.ts";
import { topLists } from "../analytics/link/topLists/worker.ts";
import { trials } from "../analytics/simulator/feature.ts";
import { utm } from "../links/campaigns/operations.ts";
import { webhooks } from "../integrations/webhooks/feature.ts";
import type { Base } from "./base.ts";
import { featureList } from "./featureList.ts";

/** All features of the API, in start order: each may use the services of those before it. */
const list = featureList<Base>()
  .starting(relay)
  .starting(identity)
  .with(secondFactors)
  .starting(idempotency)
  .with(archives)
  .starting(installation)
  .starting(google)
  .starting(blocklist)
  .with(tags)
  .starting(destinations)
  .starting(links)
  .starting(domains)
  .starting(certificates)
  .starting(stats)
  .starting(live)
  .starting(topLists)
  .starting(trials)
  .with(groups)
  .with(dashboard)
  .starting(analytics)
  .starting(conversions)
  .with(bots)
  .starting(botRules)
  .with(notes)
  .starting(shares)
  .starting(misses)
  .starting(codes)
  .with(apiKeys)
  .with(utm)
  .with(presets)
  .starting(ledger)
  .starting(sqlAccess)
  .starting(sqlConsole)
  .starting(erasure)
  .starting(linkJobs)
  .starting(imports)
  .starting(reports)
  .starting(alarms)
  .starting(clickExports)
  .starting(clickRetention)
  .starting(webhooks)
  .starting(outlets)
  .starting(mail)
  .starting(listings);

export const { features, start: startFeatures } = list;

/** The external dependencies of all features together. */
export type FeatureServices = typeof features extends readonly Feature<infer Services>[] ? Services : never;

export const entities = features.flatMap(({ entities: own = [] }) => own);

export const readTables: ReadTables = {
  projections: features.flatMap(({ projections = [] }) => projections),
  tables: features.flatMap(({ readTables: own = [] }) => own),
};
