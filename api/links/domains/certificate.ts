import { sql } from "@hoplog/platform/postgres/sql.js";
import type { CertificateState } from "@hoplog/schema/domains/certificate.js";
import { isServedSql } from "./domain.ts";

/** A domain's certificate in responses. */
export interface DomainCertificate {
  readonly state: CertificateState;
  /** Expiry of the current certificate. */
  readonly notAfter: Date | null;
  /** The error of the last failed attempt. */
  readonly error: string | null;
  /** Time at which the next attempt is due, to renew the certificate or after a failure. */
  readonly nextTryAt: Date | null;
}

/** Whether certificates are requested from a CA. */
export interface RequestsCertificates {
  readonly requestsCertificates: boolean;
}

export interface CertificateColumns {
  readonly isServed: boolean;
  readonly isValid: boolean | null;
  readonly notAfter: Date | null;
  readonly certificateError: string | null;
  readonly nextTryAt: Date | null;
}

/** Columns of {@link CertificateColumns}; needs {@link certificateJoins}. */
export const certificateColumns = sql`${isServedSql} AS "isServed", not_after > now() AS "isValid", not_after AS "notAfter",
    host_certificate.error AS "certificateError", greatest(host_certificate.next_at, paused_until) AS "nextTryAt"`;

export const certificateJoins = sql`LEFT JOIN host_certificate ON host = domain.name AND NOT is_withdrawn AND ${isServedSql}
  LEFT JOIN acme_account USING (directory)`;

/** Returns the certificate of a domain's row; null if no certificates are requested. */
export function certificateOf(
  { requestsCertificates }: RequestsCertificates,
  row: CertificateColumns,
): DomainCertificate | null {
  const { isServed, isValid, notAfter, certificateError: error, nextTryAt } = row;
  if (!requestsCertificates) return null;
  if (!isServed) return { state: "none", notAfter: null, error: null, nextTryAt: null };
  const withoutOne = error === null ? "waiting" : "failed";
  return { state: isValid === true ? "issued" : withoutOne, notAfter, error, nextTryAt };
}
