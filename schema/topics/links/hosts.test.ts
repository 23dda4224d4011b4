import { describe, expect, it } from "vitest";
import {
  decodeDefaultHosts,
  decodeDomain,
  defaultHostsKey,
  domainKey,
  type DomainRecord,
  encodeDefaultHosts,
  encodeDomain,
  isHostsKey,
} from "./hosts.ts";
import { UnreadableJsonRecord } from "./jsonRecord.ts";
import { completeKey, parseLinkKey } from "./key.ts";
import { decodeLinkRecord } from "./record.ts";

const domain: DomainRecord = { number: 7, ignoresCase: true, rootUrl: "https://example.com/" };
/** A record from the first release with domains. */
const golden =
  "03c11705f97b226e756d626572223a372c2269676e6f72657343617365223a747275652c22726f6f7455726c223a2268747470733a2f2f6578616d706c652e636f6d2f227d";

describe("a record of a domain", () => {
  it("is read as it was written, and as it was first released", () => {
    expect(decodeDomain(encodeDomain(domain))).toEqual(domain);
    expect(decodeDomain(Buffer.from(golden, "hex"))).toEqual(domain);
    expect(decodeDefaultHosts(encodeDefaultHosts(["go.example"]))).toEqual(["go.example"]);
  });

  it("is refused when any of its bytes is another one, or is missing", () => {
    const bytes = encodeDomain(domain);
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(() => decodeDomain(flipped)).toThrow(UnreadableJsonRecord);
      expect(() => decodeDomain(bytes.subarray(0, at))).toThrow(UnreadableJsonRecord);
    }
  });

  it("is no record of hosts, and no link's", () => {
    expect(() => decodeDefaultHosts(encodeDomain(domain))).toThrow(UnreadableJsonRecord);
    expect(() => decodeDomain(encodeDefaultHosts([]))).toThrow(UnreadableJsonRecord);
    expect(() => decodeLinkRecord(encodeDomain(domain))).toThrow();
  });

  it("has a key that no code has", () => {
    for (const key of [domainKey("go.example.com"), domainKey("7"), defaultHostsKey]) {
      expect(parseLinkKey(key)).toBeNull();
      expect(isHostsKey(key)).toBe(true);
    }
    expect([completeKey, "docs", "7/docs", "7/domain/x"].filter(isHostsKey)).toEqual([]);
  });
});
