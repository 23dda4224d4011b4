import { crc32 } from "node:zlib";
import { z } from "zod";
import { domainSettingsSchema } from "../../domains/settings.ts";
import { domainNumber } from "./key.ts";

// What links.v2 and replicas hold besides links: the domains of workspaces, and the hosts of the default domain.

/** The first byte of these records; a CRC-32 of what stands behind it follows (little-endian), and then JSON. */
const version = 3;
const headBytes = 5;

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

/** The bytes are no such record, or not one of a version that can be read here. */
export class UnreadableHosts extends Error {}

export function encodeDomain(domain: DomainRecord): Buffer {
  return encode(domain);
}

/** Throws {@link UnreadableHosts}. */
export function decodeDomain(value: Uint8Array): DomainRecord {
  return decode(domainSchema, value);
}

/** `hosts` without ports, as DNS has them. */
export function encodeDefaultHosts(hosts: readonly string[]): Buffer {
  return encode({ hosts });
}

/** Throws {@link UnreadableHosts}. */
export function decodeDefaultHosts(value: Uint8Array): readonly string[] {
  return decode(defaultHostsSchema, value).hosts;
}

function encode(data: object): Buffer {
  const json = Buffer.from(JSON.stringify(data));
  const out = Buffer.alloc(headBytes + json.length);
  out[0] = version;
  out.writeUInt32LE(crc32(json), 1);
  out.set(json, headBytes);
  return out;
}

function decode<T>(schema: z.ZodType<T>, value: Uint8Array): T {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const json = bytes.subarray(headBytes);
  if (bytes.length < headBytes || bytes[0] !== version || bytes.readUInt32LE(1) !== crc32(json)) {
    throw new UnreadableHosts("no record of hosts that can be read here");
  }
  try {
    return schema.parse(JSON.parse(json.toString()));
  } catch (error) {
    throw new UnreadableHosts("no record of hosts that can be read here", { cause: error });
  }
}
