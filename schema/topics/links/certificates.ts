import { z } from "zod";
import { decodeJsonRecord, encodeJsonRecord } from "./jsonRecord.ts";

// Certificates of hosts, and answers to a CA's challenges, as links.v2 and replicas hold them.

/** Every key of a certificate begins with it. */
export const certificatePrefix = "/certificate/";
const challengePrefix = "/challenge/";

/** The record under this key changes after certificates did, so that a redirector needs to watch only this one. */
export const certificatesKey = "/certificates";

/** The path that a CA requests on port 80, before the challenge's token. */
export const challengePath = "/.well-known/acme-challenge/";

/** Names the key that certificates are sealed with, derived from CERTIFICATE_KEY. */
export const certificatePurpose = "hoplog certificates";

/** `host` is as DNS has it: lower case, punycode. */
export function certificateKey(host: string): string {
  return certificatePrefix + host;
}

/** Null for a token that no CA sends. */
export function challengeKey(token: string): string | null {
  return /^[A-Za-z0-9_-]{1,128}$/.test(token) ? challengePrefix + token : null;
}

/** Whether a record is a certificate's, a challenge's, or says that certificates changed. */
export function isCertificatesKey(key: string): boolean {
  return key.startsWith(certificatePrefix) || key.startsWith(challengePrefix) || key === certificatesKey;
}

const certificateSchema = z.strictObject({
  notAfter: z.iso.datetime(),
  /** A {@link PemPair} as JSON, sealed for the host, in base64. */
  sealed: z.base64(),
});
/** What redirectors know of a host's certificate. */
export type CertificateRecord = Readonly<z.infer<typeof certificateSchema>>;

/** A certificate chain, with the host's own first, and its private key, both as PEM. */
export const pemPairSchema = z.strictObject({ chain: z.string(), key: z.string() });
export type PemPair = Readonly<z.infer<typeof pemPairSchema>>;

const challengeSchema = z.strictObject({ keyAuthorization: z.string() });
const changeSchema = z.strictObject({ changedAt: z.iso.datetime() });

export function encodeCertificate(certificate: CertificateRecord): Buffer {
  return encodeJsonRecord(certificate);
}

/** Throws UnreadableJsonRecord. */
export function decodeCertificate(value: Uint8Array): CertificateRecord {
  return decodeJsonRecord(certificateSchema, value);
}

export function encodeChallenge(keyAuthorization: string): Buffer {
  return encodeJsonRecord({ keyAuthorization });
}

/** Returns the key authorization. Throws UnreadableJsonRecord. */
export function decodeChallenge(value: Uint8Array): string {
  return decodeJsonRecord(challengeSchema, value).keyAuthorization;
}

/** The value under {@link certificatesKey}. */
export function encodeCertificatesChange(at: Date): Buffer {
  return encodeJsonRecord({ changedAt: at.toISOString() } satisfies z.infer<typeof changeSchema>);
}
