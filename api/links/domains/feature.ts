import { defaultHosts } from "@hoplog/schema/domains/defaultHosts.js";
import { Counter, type Registry } from "prom-client";
import type { Clock, Ids, Logs, PublicUrl, Randomness, ShortHosts, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { Database } from "../../kernel/database/orm.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { createLookup } from "./dns/lookup.ts";
import { targetOf } from "./dns/findings.ts";
import { DomainRow, projectDomain } from "./projection.ts";
import { domainFaces } from "./operations.ts";
import { type CheckResult, checkResults, type DomainChecks, type DomainServices } from "./services.ts";
import { startDomainChecks } from "./worker.ts";

type DomainBase = Database &
  Events &
  Clock &
  Ids &
  Logs &
  Randomness &
  PublicUrl &
  ShortUrl &
  ShortHosts & {
    readonly databaseUrl: string;
    readonly registry: Registry;
    readonly settings: {
      readonly DNS_RESOLVERS: readonly string[];
      readonly DOMAIN_ADDRESSES: readonly string[];
      /** Null if no certificates are requested. */
      readonly certificates: object | null;
    };
  };

/** Domains of workspaces: their owners and settings. */
export const domains: RunningFeature<DomainServices, DomainBase, DomainChecks> = {
  start(base) {
    const { publicUrl, shortUrl, shortHosts, settings, registry, databaseUrl } = base;
    const domainChecks = {
      lookup: createLookup(settings.DNS_RESOLVERS),
      target: targetOf(shortUrl, shortHosts, settings.DOMAIN_ADDRESSES),
      ownHosts: defaultHosts([shortUrl, publicUrl], shortHosts),
      onChecked: countChecks(registry),
      requestsCertificates: settings.certificates !== null,
    };
    const checking = startDomainChecks({ ...base, domainChecks }, databaseUrl);
    return { services: { domainChecks }, stop: () => checking.stop() };
  },
  entities: [DomainRow],
  projections: { domain: projectDomain },
  readTables: ["domain"],
  ...domainFaces,
};

function countChecks(registry: Registry): (result: CheckResult) => void {
  const checks = new Counter({
    name: "hoplog_api_domain_checks_total",
    help: "DNS checks of domains by result: the state of the domain after the check, or unanswered",
    labelNames: ["result"],
    registers: [registry],
  });
  for (const result of checkResults) checks.inc({ result }, 0);
  return (result) => checks.inc({ result });
}
