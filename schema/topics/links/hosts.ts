import { z } from "zod";
import { domainSettingsSchema } from "../../domains/settings.ts";
import { decodeJsonRecord, encodeJsonRecord } from "./jsonRecord.ts";
import { domainNumber } from "./key.ts";

// What links.v2 and replicas hold besides links: the domains of workspaces, and the hosts of the default domain.

const prefix = "/domain/";

/** The key of the domain whose host this is; no code has such a key. `host` is as DNS has it: lower case, punycode. */
export function domainKey(host: string): string {
  return prefix + host;
}

/** Under this key `links.v2` says which hosts are the default domain's. Until it does, every host is that hasn't a domain. */
export const defaultHostsKey = "/hosts";

/** Whether a record is one of those. */
export function isHostsKey(key: string): boolean {
  return key === defaultHostsKey || key.startsWith(prefix);
}

const domainSchema = domainSettingsSchema.extend({ number: domainNumber, ignoresCase: z.boolean() });
/** What redirectors know of a domain that is served. */
export type DomainRecord = Readonly<z.infer<typeof domainSchema>>;

const defaultHostsSchema = z.strictObject({ hosts: z.array(z.string()) });

export function encodeDomain(domain: DomainRecord): Buffer {
  return encodeJsonRecord(domain);
}

/** Throws UnreadableJsonRecord. */
export function decodeDomain(value: Uint8Array): DomainRecord {
  return decodeJsonRecord(domainSchema, value);
}

/** `hosts` without ports, as DNS has them. */
export function encodeDefaultHosts(hosts: readonly string[]): Buffer {
  return encodeJsonRecord({ hosts });
}

/** Throws UnreadableJsonRecord. */
export function decodeDefaultHosts(value: Uint8Array): readonly string[] {
  return decodeJsonRecord(defaultHostsSchema, value).hosts;
}
