import "./reflectMetadata.ts";
import { alarms } from "../alarms/feature.ts";
import { apiKeys } from "../apiKeys/feature.ts";
import { analytics } from "../analytics/feature.ts";
import { blocklist } from "../blocklist/feature.ts";
import { botRules } from "../botRules/feature.ts";
import { bots } from "../bots/feature.ts";
import type { Feature } from "../calls/feature.ts";
import { certificates } from "../certificates/feature.ts";
import { clickExports } from "../clickExports/feature.ts";
import { clickRetention } from "../clickRetention/feature.ts";
import { codes } from "../codes/feature.ts";
import { conversions } from "../conversions/feature.ts";
import { dashboard } from "../dashboard/feature.ts";
import { destinations } from "../destinations/feature.ts";
import { domains } from "../domains/feature.ts";
import { erasure } from "../erasure/feature.ts";
import type { ReadTables } from "../eventstore/rebuild.ts";
import { archives } from "../export/feature.ts";
import { groups } from "../groups/feature.ts";
import { idempotency } from "../idempotency/feature.ts";
import { identity } from "../identity/feature.ts";
import { google } from "../identity/google/feature.ts";
import { imports } from "../imports/feature.ts";
import { installation } from "../installation/feature.ts";
import { ledger } from "../ledger/feature.ts";
import { linkJobs } from "../linkJobs/feature.ts";
import { links } from "../links/feature.ts";
import { listings } from "../listings/feature.ts";
import { live } from "../live/feature.ts";
import { notes } from "../notes/feature.ts";
import { mail } from "../mail/feature.ts";
import { presets } from "../presets/feature.ts";
import { shares } from "../shares/feature.ts";
import { misses } from "../misses/feature.ts";
import { sqlAccess } from "../sqlAccess/feature.ts";
import { sqlConsole } from "../sqlConsole/feature.ts";
import { outlets } from "../outlets/feature.ts";
import { relay } from "../relay/feature.ts";
import { reports } from "../reports/feature.ts";
import { stats } from "../stats/feature.ts";
import { tags } from "../tags/feature.ts";
import { topLists } from "../stats/topLists/feature.ts";
import { trials } from "../trials/feature.ts";
import { utm } from "../utm/feature.ts";
import { webhooks } from "../webhooks/feature.ts";
import type { Base } from "./base.ts";
import { featureList } from "./featureList.ts";

/** Every feature of the api; a feature is one as soon as it stands here. One may use what those before it offer. */
const list = featureList<Base>()
  .starting(relay)
  .starting(identity)
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

/** What any of the features takes from outside, all of it. */
export type FeatureServices = typeof features extends readonly Feature<infer Services>[] ? Services : never;

export const entities = features.flatMap(({ entities: own = [] }) => own);

export const readTables: ReadTables = {
  projections: features.flatMap(({ projections = [] }) => projections),
  tables: features.flatMap(({ readTables: own = [] }) => own),
};
