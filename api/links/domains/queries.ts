import { sql } from "@hoplog/platform/postgres/sql.js";
import type { DomainSettings } from "@hoplog/schema/domains/settings.js";
import type { DomainState } from "@hoplog/schema/domains/state.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import { z } from "zod";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Permission } from "../../kernel/access/permissions.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import {
  type CertificateColumns,
  certificateColumns,
  certificateJoins,
  certificateOf,
  type DomainCertificate,
} from "./certificate.ts";
import { type DnsRecord, dnsRecordSchema, noFindings, recordsFor } from "./dns/advice.ts";
import { displayNameOf } from "./dns/names.ts";
import type { DomainChecks } from "./services.ts";

/** A domain in responses, with the findings of its last check. */
export interface FoundDomain {
  readonly id: string;
  readonly number: number;
  /** The version of the domain's stream. */
  readonly revision: number;
  readonly name: string;
  readonly displayName: string;
  readonly state: DomainState;
  readonly ignoresCase: boolean;
  readonly isDefault: boolean;
  readonly settings: DomainSettings;
  readonly records: readonly DnsRecord[];
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly checkedAt: Date | null;
  /** Null if no certificates are requested. */
  readonly certificate: DomainCertificate | null;
  readonly createdAt: Date;
}

interface Row extends Omit<FoundDomain, "displayName" | "records" | "certificate">, CertificateColumns {
  readonly ownerId: string;
  readonly token: string;
  readonly records: unknown;
}

const columns = sql`SELECT domain.id, owner_id AS "ownerId", number, domain.revision, name, state, ignores_case AS "ignoresCase",
    is_default AS "isDefault", settings, token, coalesce(records, '[]') AS records, coalesce(problems, '[]') AS problems,
    coalesce(warnings, '[]') AS warnings, checked_at AS "checkedAt", added_at AS "createdAt",
    ${certificateColumns}
  FROM domain LEFT JOIN domain_check ON domain_id = domain.id ${certificateJoins}`;

const recordList = z.array(dnsRecordSchema);

type Queries = Reads & DomainChecks;

/** Returns the domains that are not removed, sorted by name. */
export async function listDomains(services: Queries, member: Member): Promise<FoundDomain[]> {
  const ownerId = authorizeOwn(member, "domains:read");

  const rows = await readRows<Row>(
    services.reads,
    sql`${columns} WHERE owner_id = ${ownerId} AND state <> 'removed' ORDER BY name`,
  );
  return rows.map((row) => found(services, row));
}

/**
 * Returns a domain. Throws NOT_FOUND_ERROR, also for another workspace's domain and a removed one; AUTHORIZATION_ERROR.
 */
export async function getDomain(
  services: Queries,
  member: Member,
  id: string,
  permission: Permission = "domains:read",
): Promise<FoundDomain> {
  const [row] = await readRows<Row>(services.reads, sql`${columns} WHERE domain.id = ${id} AND state <> 'removed'`);
  authorize(member, permission, { type: "domain", workspaceId: row?.ownerId ?? null });
  if (!row) throw notFoundError("Domain");
  return found(services, row);
}

/** Returns the number of links of each of the given domains, by number; domains without links are missing. */
export async function linksPerDomain(
  { reads }: Reads,
  member: Member,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const ownerId = authorizeOwn(member, "domains:read");
  if (numbers.length === 0) return new Map();
  const rows = await readRows<{ domain: number; links: number }>(
    reads,
    sql`SELECT domain, count(*)::int AS links FROM link
     WHERE domain > 0 AND domain = ANY (${[...numbers]}::integer[]) AND owner_id = ${ownerId} GROUP BY domain`,
  );
  return new Map(rows.map(({ domain, links }) => [domain, links]));
}

function found({ domainChecks }: DomainChecks, row: Row): FoundDomain {
  const { ownerId: _owner, token, records, ...others } = row;
  const {
    isServed: _,
    isValid: _valid,
    notAfter: _after,
    certificateError: _error,
    nextTryAt: _next,
    ...shown
  } = others;
  const recorded = recordList.parse(records);
  return {
    ...shown,
    displayName: displayNameOf(row.name),
    certificate: certificateOf(domainChecks, row),
    records: recorded.length > 0 ? recorded : recordsFor({ ...row, token }, domainChecks.target, noFindings),
  };
}
