import { z } from "zod";
import { decodeJsonRecord, encodeJsonRecord } from "./jsonRecord.ts";

// Records of host certificates and of responses to a CA's challenges, as stored in links.v2 and replicas.

/** Prefix of the keys of certificate records. */
export const certificatePrefix = "/certificate/";
const challengePrefix = "/challenge/";

/**
 * Key of a record that is written after every change of certificates, so that a redirector needs to watch only this
 * record.
 */
export const certificatesKey = "/certificates";

/** The path that a CA requests on port 80, before the challenge's token. */
export const challengePath = "/.well-known/acme-challenge/";

/** Purpose of the key that encrypts certificates, derived from CERTIFICATE_KEY. */
export const certificatePurpose = "hoplog certificates";

/** Returns the key of a host's certificate. `host` is in DNS form: lower case, punycode. */
export function certificateKey(host: string): string {
  return certificatePrefix + host;
}

/** Returns the key of a challenge; null if a CA could not have sent the token. */
export function challengeKey(token: string): string | null {
  return /^[A-Za-z0-9_-]{1,128}$/.test(token) ? challengePrefix + token : null;
}

/** Returns whether a key is that of a certificate, a challenge, or the notice that certificates changed. */
export function isCertificatesKey(key: string): boolean {
  return key.startsWith(certificatePrefix) || key.startsWith(challengePrefix) || key === certificatesKey;
}

const certificateSchema = z.strictObject({
  notAfter: z.iso.datetime(),
  /** A {@link PemPair} as JSON, encrypted for the host, in base64. */
  sealed: z.base64(),
});
/** A host's certificate, as redirectors receive it. */
export type CertificateRecord = Readonly<z.infer<typeof certificateSchema>>;

/** A certificate chain, with the host's own certificate first, and its private key, both as PEM. */
export const pemPairSchema = z.strictObject({ chain: z.string(), key: z.string() });
export type PemPair = Readonly<z.infer<typeof pemPairSchema>>;

const challengeSchema = z.strictObject({ keyAuthorization: z.string() });
const changeSchema = z.strictObject({ changedAt: z.iso.datetime() });

export function encodeCertificate(certificate: CertificateRecord): Buffer {
  return encodeJsonRecord(certificate);
}

/** Decodes a certificate record. Throws UnreadableJsonRecord. */
export function decodeCertificate(value: Uint8Array): CertificateRecord {
  return decodeJsonRecord(certificateSchema, value);
}

export function encodeChallenge(keyAuthorization: string): Buffer {
  return encodeJsonRecord({ keyAuthorization });
}

/** Decodes a challenge and returns its key authorization. Throws UnreadableJsonRecord. */
export function decodeChallenge(value: Uint8Array): string {
  return decodeJsonRecord(challengeSchema, value).keyAuthorization;
}

/** Encodes the value under {@link certificatesKey}. */
export function encodeCertificatesChange(at: Date): Buffer {
  return encodeJsonRecord({ changedAt: at.toISOString() } satisfies z.infer<typeof changeSchema>);
}
