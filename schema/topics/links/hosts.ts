import { z } from "zod";
import { domainSettingsSchema } from "../../domains/settings.ts";
import { decodeJsonRecord, encodeJsonRecord } from "./jsonRecord.ts";
import { domainNumber } from "./key.ts";

// Records of domains in links.v2 and replicas: the domains of workspaces, and the hosts of the default domain.

const prefix = "/domain/";

/**
 * Returns the key of the domain with that host; it differs from the keys of all codes. `host` is in DNS form: lower
 * case, punycode.
 */
export function domainKey(host: string): string {
  return prefix + host;
}

/**
 * Key of the `links.v2` record that lists the default domain's hosts. Until it exists, all hosts that belong to no
 * workspace's domain belong to the default domain.
 */
export const defaultHostsKey = "/hosts";

/** Returns whether a key is a domain's or {@link defaultHostsKey}. */
export function isHostsKey(key: string): boolean {
  return key === defaultHostsKey || key.startsWith(prefix);
}

const domainSchema = domainSettingsSchema.extend({ number: domainNumber, ignoresCase: z.boolean() });
/** A served domain, as redirectors receive it. */
export type DomainRecord = Readonly<z.infer<typeof domainSchema>>;

const defaultHostsSchema = z.strictObject({ hosts: z.array(z.string()) });

export function encodeDomain(domain: DomainRecord): Buffer {
  return encodeJsonRecord(domain);
}

/** Decodes a domain. Throws UnreadableJsonRecord. */
export function decodeDomain(value: Uint8Array): DomainRecord {
  return decodeJsonRecord(domainSchema, value);
}

/** Encodes the default domain's hosts, which are in DNS form without ports. */
export function encodeDefaultHosts(hosts: readonly string[]): Buffer {
  return encodeJsonRecord({ hosts });
}

/** Decodes the default domain's hosts. Throws UnreadableJsonRecord. */
export function decodeDefaultHosts(value: Uint8Array): readonly string[] {
  return decodeJsonRecord(defaultHostsSchema, value).hosts;
}
