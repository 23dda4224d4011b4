import { describe, expect, it } from "vitest";
import {
  certificateKey,
  certificatesKey,
  challengeKey,
  decodeCertificate,
  decodeChallenge,
  encodeCertificate,
  encodeCertificatesChange,
  encodeChallenge,
  isCertificatesKey,
} from "./certificates.ts";
import { isHostsKey } from "./hosts.ts";
import { UnreadableJsonRecord } from "./jsonRecord.ts";
import { completeKey, parseLinkKey } from "./key.ts";

const certificate = { notAfter: "2027-02-01T00:00:00.000Z", sealed: "c2VhbGVk" };
/** A record from the first release with certificates. */
const golden =
  "03441f437d7b226e6f744166746572223a22323032372d30322d30315430303a30303a30302e3030305a222c227365616c6564223a22633256686247566b227d";

describe("a record of a certificate", () => {
  it("is read as it was written, and as it was first released", () => {
    expect(decodeCertificate(encodeCertificate(certificate))).toEqual(certificate);
    expect(encodeCertificate(certificate).toString("hex")).toBe(golden);
    expect(decodeChallenge(encodeChallenge("token.thumbprint"))).toBe("token.thumbprint");
  });

  it("is refused when a byte differs, and is no challenge", () => {
    const bytes = encodeCertificate(certificate);
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(() => decodeCertificate(flipped)).toThrow(UnreadableJsonRecord);
    }
    expect(() => decodeChallenge(bytes)).toThrow(UnreadableJsonRecord);
    expect(() => decodeCertificate(encodeCertificatesChange(new Date(0)))).toThrow(UnreadableJsonRecord);
  });

  it("has a key that no code and no host has", () => {
    for (const key of [certificateKey("go.example.com"), challengeKey("tok_en-1") ?? "", certificatesKey]) {
      expect([parseLinkKey(key), isHostsKey(key), isCertificatesKey(key)]).toEqual([null, false, true]);
    }
    expect([completeKey, "docs", "7/certificate/x", "/hosts", "/domain/x"].filter(isCertificatesKey)).toEqual([]);
  });

  it.each(["", "a/b", "a.b", "ä", " ", "x".repeat(129)])("%j is no token of a challenge", (token) => {
    expect(challengeKey(token)).toBeNull();
  });
});
