import { domainToUnicode } from "node:url";
import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { type DomainState, isServed } from "@hoplog/schema/domains/state.js";
import { folded } from "@hoplog/schema/folded.js";
import { defaultDomain, type LinkAddress } from "@hoplog/schema/topics/links/key.js";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import type { ShortUrl } from "../../kernel/calls/capabilities.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";

// Reads the domains of workspaces for links. The domains module depends on links, not vice versa.

/** A workspace's own domain. */
export interface OwnDomain {
  readonly number: number;
  /** The name in its DNS (ASCII) form. */
  readonly name: string;
  readonly state: DomainState;
  readonly ignoresCase: boolean;
  readonly isDefault: boolean;
}

export interface KnownDomains {
  readonly domains: {
    /** Names of the default domain: see `defaultHostNames`. */
    readonly ofInstallation: readonly string[];
    /** Whether the installation has or ever had a domain. Without one, no query for domains is needed. */
    anyExist(): Promise<boolean>;
    /** Records that a domain was added. */
    added(): void;
  };
}

/** Maximum time until this process knows that another process has added the first domain (ms). */
const rememberedMs = 3000;

export function knownDomains({ reads }: Reads, ofInstallation: readonly string[]): KnownDomains["domains"] {
  let exist = false;
  let asked: Promise<void> | null = null;
  let askedAt = -Infinity;
  async function ask(): Promise<void> {
    const [row] = await readRows<{ exist: boolean }>(reads, sql`SELECT EXISTS (SELECT FROM domain) AS exist`);
    exist ||= row?.exist ?? false;
    askedAt = performance.now();
  }
  return {
    ofInstallation,
    async anyExist() {
      if (exist || performance.now() - askedAt < rememberedMs) return exist;
      await (asked ??= ask().finally(() => (asked = null)));
      return exist;
    },
    added() {
      exist = true;
    },
  };
}

const columns = `number, name, state, ignores_case AS "ignoresCase", is_default AS "isDefault"`;

/** Returns the domains of a workspace that are not removed. */
export async function domainsOf({ reads }: Reads, ownerId: string): Promise<OwnDomain[]> {
  return readRows<OwnDomain>(
    reads,
    sql`SELECT ${raw(columns)} FROM domain WHERE owner_id = ${ownerId} AND state <> 'removed'`,
  );
}

/**
 * Returns domains of a workspace by number, including removed ones. The default domain is missing, and needs no query.
 */
export async function domainsByNumber(
  { reads }: Reads,
  ownerId: string,
  numbers: Iterable<number>,
): Promise<ReadonlyMap<number, OwnDomain>> {
  const wanted = new Set(numbers);
  wanted.delete(defaultDomain);
  if (wanted.size === 0) return new Map();
  const rows = await readRows<OwnDomain>(
    reads,
    sql`SELECT DISTINCT ON (number) ${raw(columns)} FROM domain WHERE owner_id = ${ownerId}
      AND number = ANY (${[...wanted]}::integer[])
     ORDER BY number, state = 'removed', added_at DESC`,
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/** Returns the numbers of all domains that a workspace has or had; these numbers never belong to another workspace. */
export async function numbersOfDomains({ reads }: Reads, ownerId: string): Promise<number[]> {
  return (
    await readRows<{ number: number }>(reads, sql`SELECT DISTINCT number FROM domain WHERE owner_id = ${ownerId}`)
  ).map(({ number }) => number);
}

/** Returns the numbers of a workspace's domains of this name, removed or not; empty if it never had one. */
export async function domainsNamed({ reads }: Reads, ownerId: string, name: string): Promise<number[]> {
  return (
    await readRows<{ number: number }>(
      reads,
      sql`SELECT DISTINCT number FROM domain WHERE owner_id = ${ownerId} AND name = ${name}`,
    )
  ).map(({ number }) => number);
}

/** Returns the numbers of a workspace's domains, including removed ones, whose names contain a folded text. */
export async function domainsNamedLike({ reads }: Reads, ownerId: string, text: string): Promise<number[]> {
  const rows = await readRows<{ number: number; name: string }>(
    reads,
    sql`SELECT DISTINCT number, name FROM domain WHERE owner_id = ${ownerId}`,
  );
  return rows
    .filter(({ name }) => name.includes(text) || folded(domainToUnicode(name)).includes(text))
    .map(({ number }) => number);
}

/** Whether a link's domain is not served; `domain` is undefined for the default one. */
export function isUnreachable(domain: OwnDomain | undefined): boolean {
  return domain !== undefined && !isServed(domain.state);
}

/**
 * Returns the short URL of a link. The settings provide the base URL of the default domain; other domains use their
 * names.
 */
export function shortUrlOf(
  services: ShortUrl,
  { domain, code }: LinkAddress,
  domains: ReadonlyMap<number, { readonly name: string }>,
): string {
  if (domain === defaultDomain) return `${services.shortUrl}/${code}`;
  return `https://${domains.get(domain)?.name ?? `domain-${domain}.invalid`}/${code}`;
}

export const domainState = enumeration<DomainState>("DomainState", "Whether a domain is verified and served", {
  pending: "Ownership was never verified, and the domain is not served",
  verified: "The domain is served, and its DNS records point to this service",
  misconfigured: "The domain is served, but a DNS record is missing or points elsewhere",
  lost: "Ownership could not be verified for a week, and the domain is no longer served",
  removed: "The workspace removed the domain, and it is no longer served",
});
