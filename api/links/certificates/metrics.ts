import { Counter, Gauge, type Registry } from "prom-client";
import type { CertificateFigures } from "./store.ts";

export interface CertificateMetrics {
  failed(): void;
  issued(): void;
  set(figures: CertificateFigures): void;
}

export function createCertificateMetrics(registry: Registry): CertificateMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: "hoplog_api_certificate_attempts_total",
    help: "Certificate requests by result: issued or failed",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["issued", "failed"]) attempts.inc({ outcome }, 0);
  const certificates = new Gauge({
    name: "hoplog_api_certificates",
    help: "Hosts by certificate state; reported by the api process that requests certificates",
    labelNames: ["state"],
    registers,
  });
  const expiry = new Gauge({
    name: "hoplog_api_certificate_earliest_expiry_seconds",
    help: "Seconds until the earliest certificate expiry; negative after expiry, absent if there is no certificate",
    registers,
  });
  const late = new Gauge({
    name: "hoplog_api_certificates_late",
    help: "Certificates in the last quarter of their lifetime that have not been renewed",
    registers,
  });
  return {
    failed: () => attempts.inc({ outcome: "failed" }),
    issued: () => attempts.inc({ outcome: "issued" }),
    set({ waiting, issued, failed, late: lateCount, earliestExpirySeconds }) {
      for (const [state, count] of Object.entries({ waiting, issued, failed })) certificates.set({ state }, count);
      late.set(lateCount);
      if (earliestExpirySeconds === null) expiry.reset();
      else expiry.set(earliestExpirySeconds);
    },
  };
}
