import { randomBytes } from "node:crypto";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { createOutgoing } from "@hoplog/platform/outgoing/request.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { createSealer } from "@hoplog/platform/sealing/sealer.js";
import { certificatePurpose } from "@hoplog/schema/topics/links/certificates.js";
import type { Registry } from "prom-client";
import type { Clock, Logs, ShortHosts, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { type Reads, readRows } from "../../kernel/database/reads.ts";
import type { Lookup } from "../domains/dns/lookup.ts";
import type { DomainChecks } from "../domains/services.ts";
import { createCertificateMetrics } from "./metrics.ts";
import { type CertificateSettings, ownCertificateHosts } from "./settings.ts";
import { type Requesting, startCertificateWork } from "./worker.ts";

type CertificatesBase = Reads &
  Clock &
  Logs &
  ShortUrl &
  ShortHosts &
  DomainChecks & {
    readonly databaseUrl: string;
    readonly log: EventLog;
    readonly registry: Registry;
    readonly settings: { readonly certificates: CertificateSettings | null };
  };

/** Certificates for the hosts of short links. */
export const certificates: RunningFeature<unknown, CertificatesBase> = {
  async start(base) {
    const { settings, registry, reads } = base;
    const metrics = createCertificateMetrics(registry);
    const { lookup } = base.domainChecks;
    const requesting = settings.certificates && requestingBy(settings.certificates, lookup);
    if (!requesting && !(await hasCertificates({ reads }))) return { services: {} };
    const work = startCertificateWork({ ...base, lookup, metrics, ownHosts: ownCertificateHosts(base), requesting });
    return { services: {}, stop: () => work.stop() };
  },
};

/** Maximum time until a redirector answers a challenge (ms). */
const patienceMs = 15_000;

function requestingBy({ ca, keys, networks, httpPort }: CertificateSettings, lookup: Lookup): Requesting {
  const request = createOutgoing({
    allowed: networks,
    userAgent: "hoplog",
    resolve: async (name) => {
      const found = await lookup.addresses(name);
      if (found === null) throw new Error(`DNS did not respond to the query for ${name}`);
      return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  });
  return {
    ca,
    sealer: createSealer(keys, certificatePurpose, randomBytes),
    selfCheck: { request, httpPort, patienceMs },
  };
}

/** Whether any certificate is stored, from an earlier configuration that requested certificates. */
async function hasCertificates(reads: Reads): Promise<boolean> {
  const rows = await readRows(reads.reads, sql`SELECT FROM host_certificate LIMIT 1`);
  return rows.length > 0;
}
