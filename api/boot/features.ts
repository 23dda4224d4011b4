import "reflect-metadata";
import type { Feature } from "../calls/feature.ts";
import { dashboard } from "../dashboard/feature.ts";
import { erasure } from "../erasure/feature.ts";
import type { ReadTables } from "../eventstore/rebuild.ts";
import { archives } from "../export/feature.ts";
import { groups } from "../groups/feature.ts";
import { identity } from "../identity/feature.ts";
import { google } from "../identity/google/feature.ts";
import { links } from "../links/feature.ts";
import { mail } from "../mail/feature.ts";
import { sqlAccess } from "../sqlAccess/feature.ts";
import { stats } from "../stats/feature.ts";

const all = [identity, archives, google, links, stats, groups, dashboard, sqlAccess, erasure, mail] as const;

type ServicesOf<F> = F extends Feature<infer Services> ? (services: Services) => void : never;
/** What any of the features takes from outside, all of it. */
export type FeatureServices =
  ServicesOf<(typeof all)[number]> extends (services: infer Services) => void ? Services : never;

/** Every feature of the api; a feature is one as soon as it stands here. */
export const features: readonly Feature<FeatureServices>[] = all;

export const entities = features.flatMap(({ entities: own = [] }) => own);

export const readTables: ReadTables = {
  projections: features.flatMap(({ projections = [] }) => projections),
  tables: features.flatMap(({ readTables: own = [] }) => own),
};
